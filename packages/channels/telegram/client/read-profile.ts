import { z } from 'zod';
import type { ProfileOutcome } from '../../spec/channel.ts';
import type { TelegramCredentials } from '../credentials.ts';
import type { TelegramClient } from './telegram-client.ts';
import { judge } from './verdict.ts';

const text = z.string().optional().catch(undefined);
const Named = z.object({ first_name: text, last_name: text, title: text, username: text });

/** Of a person or a group. Pictures are left out: their address holds the token. */
export async function readProfile(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  chatId: string,
): Promise<ProfileOutcome> {
  const verdict = judge(await client.call({ botToken, method: 'getChat', params: { chat_id: chatId } }));
  return verdict.kind === 'done' ? named(verdict.result) : { kind: 'unavailable', detail: verdict.detail };
}

const Member = z.object({ user: z.unknown() });

export async function readMember(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  chatId: string,
  memberId: string,
): Promise<ProfileOutcome> {
  const params = { chat_id: chatId, user_id: Number(memberId) };
  const verdict = judge(await client.call({ botToken, method: 'getChatMember', params }));
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  return named(Member.safeParse(verdict.result).data?.user);
}

function named(given: unknown): ProfileOutcome {
  const { first_name, last_name, title, username } = Named.safeParse(given).data ?? {};
  const displayName = title || [first_name, last_name].filter(Boolean).join(' ') || username;
  if (!displayName) return { kind: 'unavailable', detail: 'no name in the answer' };
  return { kind: 'found', profile: { displayName, pictureUrl: null, language: null } };
}
