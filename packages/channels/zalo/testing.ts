import { type Clock, createClock } from '../spec/testing/clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../spec/testing/webhook-receiver.ts';
import type { ZaloCredentials } from './credentials.ts';
import { type FakeZalo, type FakeZaloOptions, startFakeZalo } from './fake/fake-zalo.ts';

const START = Date.UTC(2026, 10, 20, 3);
const HOUR = 60 * 60 * 1000;

export const APP = { appId: '1234567890123456789', appSecret: 'secretOfTheApp1234' } as const;
export const OA_ID = '2388613280878808645';
export const CREDENTIALS = {
  ...APP,
  webhookSecret: 'secretOfTheWebhook',
  oaId: OA_ID,
  accessToken: 'access-token-of-the-first-account',
  refreshToken: 'refresh-token-of-the-first-account',
  expiresAt: START + 25 * HOUR,
  refreshExpiresAt: START + 89 * 24 * HOUR,
} satisfies ZaloCredentials;

export interface Stage {
  readonly fake: FakeZalo;
  readonly receiver: WebhookReceiver;
  readonly clock: Clock;
  readonly minh: string;
  close(): Promise<void>;
}

/** The fake vendor with one app, one account that has allowed it, one friend, and a webhook endpoint of our own. */
export async function setStage(options: Omit<FakeZaloOptions, 'now'> = {}): Promise<Stage> {
  const clock = createClock(START);
  const fake = await startFakeZalo({ webhookTimeoutMs: 100_000, echoes: false, ...options, now: clock.now });
  const receiver = await startWebhookReceiver();
  fake.addApp({ ...APP, webhookSecret: CREDENTIALS.webhookSecret });
  fake.addAccount({ oaId: OA_ID, name: 'Cửa hàng Hoa', paidLeft: 500, paidTotal: 500 });
  const { accessToken, refreshToken, expiresAt } = CREDENTIALS;
  fake.giveAccess(APP.appId, OA_ID, { accessToken, refreshToken, expiresAt });
  fake.setWebhook(APP.appId, receiver.url);
  const minh = fake.addFriend(OA_ID, { displayName: 'Minh' });
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
