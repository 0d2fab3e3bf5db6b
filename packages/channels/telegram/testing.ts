import { type Clock, createClock } from '../spec/testing/clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../spec/testing/webhook-receiver.ts';
import type { TelegramCredentials } from './credentials.ts';
import { type FakeTelegram, type FakeTelegramOptions, startFakeTelegram } from './fake/fake-telegram.ts';
import { webhookSecretOf } from './webhook/parse-webhook.ts';

export const TOKEN = '7012345678:AAH-secret_of_the_first_bot_0123456789';
export const CREDENTIALS = { botToken: TOKEN, botUsername: 'flower_shop_bot' } satisfies TelegramCredentials;

export interface Stage {
  readonly fake: FakeTelegram;
  readonly receiver: WebhookReceiver;
  readonly clock: Clock;
  readonly minh: string;
  close(): Promise<void>;
}

/** The fake vendor with one bot, one person who writes to it, and a webhook endpoint of our own. */
export async function setStage(options: Omit<FakeTelegramOptions, 'now'> = {}): Promise<Stage> {
  const clock = createClock();
  const fake = await startFakeTelegram({
    webhookTimeoutMs: 100_000,
    ratePerSecond: 10_000,
    ...options,
    now: clock.now,
  });
  const receiver = await startWebhookReceiver();
  fake.addBot({ token: TOKEN, name: 'Flower shop', username: CREDENTIALS.botUsername });
  fake.setWebhook(TOKEN, { url: receiver.url, secret: webhookSecretOf(CREDENTIALS) });
  const minh = fake.addFriend(TOKEN, { firstName: 'Minh', lastName: 'Trần', language: 'vi' });
  return {
    fake,
    receiver,
    clock,
    minh,
    async close() {
      await fake.close();
      await receiver.close();
    },
  };
}
