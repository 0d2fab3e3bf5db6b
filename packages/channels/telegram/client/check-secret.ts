import { z } from 'zod';
import type { SecretCheck } from '../../spec/channel.ts';
import type { TelegramCredentials } from '../credentials.ts';
import type { TelegramClient } from './telegram-client.ts';
import { judge } from './verdict.ts';

const Info = z.object({ last_error_date: z.number().optional(), last_error_message: z.string().optional() });
const RECENT_MS = 10 * 60_000;

/** The vendor keeps what the webhook answered: a refusal of its own calls stands there, that of junk does not. */
export async function checkSecret(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  now: number,
): Promise<SecretCheck> {
  const verdict = judge(await client.call({ botToken, method: 'getWebhookInfo' }));
  const info = verdict.kind === 'done' ? Info.safeParse(verdict.result).data : undefined;
  if (!info) return 'unknown';
  const isRecent = now - (info.last_error_date ?? 0) * 1000 < RECENT_MS;
  return isRecent && /\b401\b/.test(info.last_error_message ?? '') ? 'wrong' : 'right';
}
