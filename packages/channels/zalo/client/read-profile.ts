import { z } from 'zod';
import type { ProfileOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { readPlace } from '../place.ts';
import { judge } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

const text = z.string().optional().catch(undefined);
const Detail = z.object({
  display_name: z.string().min(1),
  avatar: text,
  avatars: z.object({ 240: text }).optional().catch(undefined),
});

/** Events carry no name, so it is asked for; visitors of a chat on a website have none. */
export async function readProfile(
  client: ZaloClient,
  credentials: ZaloCredentials,
  friendId: string,
): Promise<ProfileOutcome> {
  if (readPlace(friendId).kind !== 'person') return { kind: 'unavailable', detail: 'an anonymous visitor' };
  const verdict = judge(
    await client({
      method: 'GET',
      path: '/v3.0/oa/user/detail',
      access: credentials,
      data: { user_id: friendId },
    }),
  );
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  const detail = Detail.safeParse(verdict.data);
  if (!detail.success) return { kind: 'unavailable', detail: 'no name in the answer' };
  const { display_name, avatar, avatars } = detail.data;
  return {
    kind: 'found',
    profile: { displayName: display_name, pictureUrl: avatars?.[240] ?? avatar ?? null, language: null },
  };
}
