import { z } from 'zod';
import type { WebhookSetupOutcome } from '../../spec/channel.ts';
import type { TelegramCredentials } from '../credentials.ts';
import { webhookSecretOf } from '../webhook/parse-webhook.ts';
import { judge, type TelegramClient, type Verdict } from './telegram-client.ts';

/** Some of them are not told unless they are asked for. */
export const WANTED_UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'message_reaction',
] as const;

const WebhookInfo = z.object({ url: z.string() });

/** The vendor looks at the address, and tests it by nothing but the first update. */
export async function setWebhook(
  client: TelegramClient,
  credentials: TelegramCredentials,
  webhookUrl: string,
): Promise<WebhookSetupOutcome> {
  const { botToken } = credentials;
  const params = {
    url: webhookUrl,
    secret_token: webhookSecretOf(credentials),
    allowed_updates: WANTED_UPDATES,
    drop_pending_updates: false,
  };
  const set = judge(await client.call({ botToken, method: 'setWebhook', params }));
  if (set.kind !== 'done') return notDone(set);
  const info = judge(await client.call({ botToken, method: 'getWebhookInfo' }));
  if (info.kind !== 'done') return notDone(info);
  return WebhookInfo.safeParse(info.result).data?.url === webhookUrl
    ? { kind: 'ok' }
    : { kind: 'failed', detail: 'the vendor has kept another address' };
}

const notDone = (verdict: Exclude<Verdict, { readonly kind: 'done' }>): WebhookSetupOutcome => ({
  kind: verdict.kind === 'refused' ? 'failed' : 'unreachable',
  detail: verdict.detail,
});
