import { z } from 'zod';
import type { ProfileOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import { describeAnswer } from './describe-answer.ts';
import type { LineClient } from './line-client.ts';

const UserProfile = z.object({
  displayName: z.string(),
  pictureUrl: z.string().optional(),
  language: z.string().optional(),
});

/** The vendor answers 404 for who blocked the account or never wrote to it. */
export async function readProfile(
  client: LineClient,
  credentials: LineCredentials,
  userId: string,
): Promise<ProfileOutcome> {
  const answer = await client({
    method: 'GET',
    path: `/v2/bot/profile/${encodeURIComponent(userId)}`,
    token: credentials.channelAccessToken,
  });
  const found =
    answer.kind === 'answered' && answer.status === 200 ? UserProfile.safeParse(answer.body) : null;
  if (!found?.success) return { kind: 'unavailable', detail: describeAnswer(answer) };
  const { displayName, pictureUrl, language } = found.data;
  return {
    kind: 'found',
    profile: { displayName, pictureUrl: pictureUrl ?? null, language: language ?? null },
  };
}
