import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { createBackgroundWork } from '../../spec/fake/background-work.ts';
import type { FakeEvent } from './build-event.ts';
import type { FakeApp } from './state.ts';

/** The vendor tries again after half a minute up to an hour; shorter in tests. */
export interface Retries {
  readonly delaysMs: readonly number[];
}

export interface DeliverOptions {
  /** Sends a signature that doesn't belong to the body. */
  readonly tamperSignature?: boolean;
  /** How often the same call is made; 1 when absent. */
  readonly times?: number;
  /** Begins the signature with the official account's id, as some do. */
  readonly signWith?: 'app' | 'account';
}

/** `status` is the last call's, null when nothing answered or no webhook is set. */
export interface Delivery {
  readonly status: number | null;
  readonly event: FakeEvent;
}
export interface WebhookCall {
  readonly event: FakeEvent;
  readonly status: number | null;
  /** 0: the first call. */
  readonly retry: number;
}

/** A plain SHA-256 of the four one after another. */
export function signatureOf({
  first,
  body,
  timestamp,
  secret,
}: {
  readonly first: string;
  readonly body: string;
  readonly timestamp: string;
  readonly secret: string;
}): string {
  return `mac=${createHash('sha256').update(`${first}${body}${timestamp}${secret}`).digest('hex')}`;
}

export interface WebhookSender {
  deliver(app: FakeApp, oaId: string, event: FakeEvent, options?: DeliverOptions): Promise<Delivery>;
  /** The same, without waiting for it. */
  tell(app: FakeApp, oaId: string, event: FakeEvent): void;
  /** `{}`, unsigned, as when an address is saved in the console. */
  check(url: string): Promise<number | null>;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createWebhookSender(
  agent: Agent,
  {
    timeoutMs,
    retries,
    record,
  }: {
    readonly timeoutMs: number;
    readonly retries: () => Retries;
    readonly record: (call: WebhookCall) => void;
  },
): WebhookSender {
  const background = createBackgroundWork();

  async function post(url: string, body: string, headers: Record<string, string>): Promise<number | null> {
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return null;
    }
  }

  async function call(
    app: FakeApp,
    oaId: string,
    event: FakeEvent,
    retry: number,
    { tamperSignature = false, signWith = 'app' }: DeliverOptions,
  ): Promise<number | null> {
    if (app.webhook === null) return null;
    const body = JSON.stringify(event);
    const secret = `${tamperSignature ? 'not ' : ''}${app.webhookSecret ?? app.appSecret}`;
    const first = signWith === 'app' ? app.appId : oaId;
    const status = await post(app.webhook, body, {
      'x-zevent-signature': signatureOf({ first, body, timestamp: String(event.timestamp), secret }),
      ...(retry === 0 ? {} : { num_retry: String(retry) }),
    });
    record({ event, status, retry });
    return status;
  }

  async function retryLater(app: FakeApp, oaId: string, event: FakeEvent): Promise<void> {
    for (const [index, delay] of retries().delaysMs.entries()) {
      await wait(delay, undefined, { signal: background.signal, ref: false });
      if ((await call(app, oaId, event, index + 1, {})) === 200) return;
    }
  }

  const deliver: WebhookSender['deliver'] = async (app, oaId, event, options = {}) => {
    let status: number | null = null;
    for (let time = 0; time < (options.times ?? 1); time += 1) {
      status = await call(app, oaId, event, 0, options);
    }
    if (app.webhook !== null && status !== 200) background.start(retryLater(app, oaId, event));
    return { status, event };
  };

  return {
    deliver,
    tell: (app, oaId, event) => background.start(deliver(app, oaId, event)),
    check: (url) => post(url, '{}', {}),
    idle: background.idle,
    stop: background.stop,
  };
}
