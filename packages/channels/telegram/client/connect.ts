import { z } from 'zod';
import type { ConnectOutcome } from '../../spec/channel.ts';
import type { TelegramCredentials } from '../credentials.ts';
import type { TelegramClient } from './telegram-client.ts';
import { judge, meaningOf } from './verdict.ts';

const Bot = z.object({
  id: z.number().transform(String),
  is_bot: z.literal(true),
  first_name: z.string(),
  username: z.string(),
});

/** Reads who the bot is; its user name is kept, because people in groups call it by that. */
export async function connect(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
): Promise<ConnectOutcome> {
  const verdict = judge(await client.call({ botToken, method: 'getMe' }));
  if (verdict.kind === 'refused' && !meaningOf(verdict).retryable) {
    return { kind: 'rejected', field: 'botToken', detail: verdict.detail };
  }
  if (verdict.kind !== 'done') return { kind: 'unreachable', detail: verdict.detail };
  const bot = Bot.safeParse(verdict.result);
  if (!bot.success) return { kind: 'unreachable', detail: 'the answer says nothing of a bot' };
  const { id, first_name, username } = bot.data;
  return {
    kind: 'connected',
    externalId: id,
    displayName: first_name,
    // The address of its picture holds the token.
    pictureUrl: null,
    credentials: { botToken, botUsername: username } satisfies TelegramCredentials,
  };
}
