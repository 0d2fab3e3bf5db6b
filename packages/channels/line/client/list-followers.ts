import { z } from 'zod';
import type { FollowersOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { LINE_LIMITS } from '../limits.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './describe-answer.ts';

const Page = z.object({ userIds: z.array(z.string()), next: z.string().optional() });

/** One page of the people who added the account and haven't blocked it; a cursor is good for a day. */
export async function listFollowers(
  client: AuthorisedClient,
  credentials: LineCredentials,
  cursor: string | null,
): Promise<FollowersOutcome> {
  const query = new URLSearchParams({ limit: String(LINE_LIMITS.followersPerPage) });
  if (cursor !== null) query.set('start', cursor);
  const answer = await client.call(credentials, { method: 'GET', path: `/v2/bot/followers/ids?${query}` });
  const detail = describeAnswer(answer);
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail };
  if (answer.status === 403) {
    return {
      kind: 'refused',
      detail: `LINE lists the followers of verified and premium accounts only (${detail})`,
    };
  }
  if (answer.status === 401) return { kind: 'refused', detail };
  const page = answer.status === 200 ? Page.safeParse(answer.body) : null;
  if (!page?.success) return { kind: 'unreachable', detail };
  return { kind: 'page', externalIds: page.data.userIds, next: page.data.next ?? null, total: null };
}
