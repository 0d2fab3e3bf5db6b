import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { createBackgroundWork } from '../../spec/fake/background-work.ts';
import type { FakeBot } from './state.ts';

export type FakeUpdate = Readonly<Record<string, unknown>>;

/** The vendor tries again for a day, ever less often; shorter in tests. */
export interface Retries {
  readonly delaysMs: readonly number[];
}

export interface DeliverOptions {
  /** Another one than was set. */
  readonly secret?: string;
  /** How often the same call is made; 1 when absent. */
  readonly times?: number;
}

/** `status` is the last call's, null when nothing answered, or nobody asked for such updates. */
export interface Delivery {
  readonly status: number | null;
  readonly update: FakeUpdate;
}

export interface WebhookSender {
  deliver(bot: FakeBot, update: FakeUpdate, options?: DeliverOptions): Promise<Delivery>;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

const WRONG = 'Wrong response from the webhook';
const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

export function createWebhookSender(
  agent: Agent,
  timeoutMs: number,
  { retries, now }: { readonly retries: () => Retries; readonly now: () => number },
): WebhookSender {
  const background = createBackgroundWork();

  async function call(bot: FakeBot, update: FakeUpdate, secret?: string): Promise<number | null> {
    if (bot.webhook === null) return null;
    const status = await post(bot.webhook, update, secret);
    const why =
      status === null ? 'Connection timed out' : `${WRONG}: ${status} ${STATUS_CODES[status] ?? ''}`;
    if (!isTaken(status)) bot.lastError = { at: now(), message: why };
    return status;
  }

  async function post(
    webhook: NonNullable<FakeBot['webhook']>,
    update: FakeUpdate,
    secret?: string,
  ): Promise<number | null> {
    const said = secret ?? webhook.secret;
    try {
      const response = await request(webhook.url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(said === '' ? {} : { 'x-telegram-bot-api-secret-token': said }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return null;
    }
  }

  async function retryLater(bot: FakeBot, update: FakeUpdate): Promise<void> {
    for (const delay of retries().delaysMs) {
      await wait(delay, undefined, { signal: background.signal, ref: false });
      if (isTaken(await call(bot, update))) return;
    }
  }

  return {
    async deliver(bot, update, { secret, times = 1 } = {}) {
      let status: number | null = null;
      for (let time = 0; time < times; time += 1) status = await call(bot, update, secret);
      if (bot.webhook !== null && !isTaken(status)) background.start(retryLater(bot, update));
      return { status, update };
    },
    idle: background.idle,
    stop: background.stop,
  };
}
