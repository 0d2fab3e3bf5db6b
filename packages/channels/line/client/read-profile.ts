import { z } from 'zod';
import type { GroupSizeOutcome, ProfileOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './describe-answer.ts';
import type { LineAnswer } from './line-client.ts';

const UserProfile = z.object({
  displayName: z.string(),
  pictureUrl: z.string().optional(),
  language: z.string().optional(),
});
const GroupSummary = z.object({ groupName: z.string(), pictureUrl: z.string().optional() });

/** The vendor answers 404 for who blocked the account or never wrote to it. */
export async function readProfile(
  client: AuthorisedClient,
  credentials: LineCredentials,
  userId: string,
): Promise<ProfileOutcome> {
  return personOf(await read(client, credentials, `profile/${encodeURIComponent(userId)}`));
}

/** Somebody in a group or room, who may never have added the account. */
export async function readMember(
  client: AuthorisedClient,
  credentials: LineCredentials,
  threadId: string,
  userId: string,
): Promise<ProfileOutcome> {
  const place = `${isGroup(threadId) ? 'group' : 'room'}/${encodeURIComponent(threadId)}`;
  return personOf(await read(client, credentials, `${place}/member/${encodeURIComponent(userId)}`));
}

/** Rooms (several people without a group) have neither name nor picture. */
export async function readGroup(
  client: AuthorisedClient,
  credentials: LineCredentials,
  threadId: string,
): Promise<ProfileOutcome> {
  if (!isGroup(threadId)) return { kind: 'unavailable', detail: 'a room has no name' };
  const answer = await read(client, credentials, `group/${encodeURIComponent(threadId)}/summary`);
  const found = bodyOf(answer, GroupSummary);
  if (!found) return { kind: 'unavailable', detail: describeAnswer(answer) };
  const { groupName, pictureUrl } = found;
  return {
    kind: 'found',
    profile: { displayName: groupName, pictureUrl: pictureUrl ?? null, language: null },
  };
}

const Count = z.object({ count: z.number().int().nonnegative() });

/** Members without the account itself: so many messages a push to them is counted as. */
export async function readGroupSize(
  client: AuthorisedClient,
  credentials: LineCredentials,
  threadId: string,
): Promise<GroupSizeOutcome> {
  const place = `${isGroup(threadId) ? 'group' : 'room'}/${encodeURIComponent(threadId)}`;
  const answer = await read(client, credentials, `${place}/members/count`);
  const found = bodyOf(answer, Count);
  return found
    ? { kind: 'known', people: found.count }
    : { kind: 'unavailable', detail: describeAnswer(answer) };
}

const isGroup = (threadId: string): boolean => threadId.startsWith('C');

const read = (client: AuthorisedClient, credentials: LineCredentials, path: string): Promise<LineAnswer> =>
  client.call(credentials, { method: 'GET', path: `/v2/bot/${path}` });

function bodyOf<Body>(answer: LineAnswer, schema: z.ZodType<Body>): Body | undefined {
  return answer.kind === 'answered' && answer.status === 200 ? schema.safeParse(answer.body).data : undefined;
}

function personOf(answer: LineAnswer): ProfileOutcome {
  const found = bodyOf(answer, UserProfile);
  if (!found) return { kind: 'unavailable', detail: describeAnswer(answer) };
  const { displayName, pictureUrl, language } = found;
  return {
    kind: 'found',
    profile: { displayName, pictureUrl: pictureUrl ?? null, language: language ?? null },
  };
}
