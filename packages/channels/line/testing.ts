import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Clock, createClock } from '../spec/testing/clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../spec/testing/webhook-receiver.ts';
import type { LineCredentials } from './credentials.ts';
import { type FakeLine, type FakeLineOptions, startFakeLine } from './fake/fake-line.ts';

export const CREDENTIALS = {
  channelId: '1234567890',
  channelSecret: '8c570fa6dd201bb328f1c1eac23a96d8',
  channelAccessToken: 'token-of-the-first-channel',
} satisfies LineCredentials;

export interface Stage {
  readonly fake: FakeLine;
  readonly receiver: WebhookReceiver;
  readonly clock: Clock;
  readonly hanako: string;
  close(): Promise<void>;
}

/** The fake vendor with one channel, one friend, and a webhook endpoint of our own. */
export async function setStage(options: Omit<FakeLineOptions, 'now'> = {}): Promise<Stage> {
  const clock = createClock();
  const fake = await startFakeLine({ webhookTimeoutMs: 100_000, ...options, now: clock.now });
  const receiver = await startWebhookReceiver();
  fake.addChannel({ ...CREDENTIALS, displayName: 'テスト商店' });
  fake.setWebhook(CREDENTIALS.channelId, receiver.url);
  const hanako = fake.addFriend(CREDENTIALS.channelId, { displayName: '花子', language: 'ja' });
  return {
    fake,
    receiver,
    clock,
    hanako,
    async close() {
      await fake.close();
      await receiver.close();
    },
  };
}

/** A key pair as the console has it: the public half is registered, the private one kept by the owner. */
export async function makeAssertionKey(
  kid: string,
): Promise<{ readonly privateKey: JWK; readonly publicKey: JWK & Record<string, unknown> }> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const shared = { kid, alg: 'RS256', use: 'sig' };
  return {
    privateKey: { ...(await exportJWK(pair.privateKey)), ...shared },
    publicKey: { ...(await exportJWK(pair.publicKey)), ...shared },
  };
}

interface CallParts {
  readonly host?: 'api' | 'data';
  readonly json?: unknown;
  /** Sent to the host for files. */
  readonly bytes?: Buffer;
  readonly type?: string;
  readonly retryKey?: string;
}

/** Calls the fake as a program of its owner would. */
export function createCaller(
  { hosts }: Pick<FakeLine, 'hosts'>,
  token: string = CREDENTIALS.channelAccessToken,
) {
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, parts: CallParts = {}) => {
    const { json, bytes, type = 'application/json', retryKey } = parts;
    const body = bytes ? new Uint8Array(bytes) : json === undefined ? null : JSON.stringify(json);
    const response = await fetch(`${hosts[parts.host ?? (bytes ? 'data' : 'api')]}${path}`, {
      method,
      body,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === null ? {} : { 'content-type': type }),
        ...(retryKey === undefined ? {} : { 'x-line-retry-key': retryKey }),
      },
    });
    const answer = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type') === 'application/json';
    const requestId = response.headers.get('x-line-request-id') ?? '';
    return { status: response.status, requestId, body: isJson ? JSON.parse(answer.toString()) : answer };
  };
}
