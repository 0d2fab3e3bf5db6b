import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { createBackgroundWork } from '../../spec/fake/background-work.ts';
import type { FakeWorld, WebhookAnswer } from './answer.ts';
import type { FakeEvent } from './build-event.ts';
import { type FakeChannel, type FakeFriend, key } from './state.ts';

export interface Redelivery {
  /** Further attempts after the first. */
  readonly attempts: number;
  readonly delayMs: number;
}

export interface DeliverOptions {
  /** Sends a signature that doesn't belong to the body. */
  readonly tamperSignature?: boolean;
  /** How often the same call is made; 1 when absent. */
  readonly times?: number;
  /** Marks the events as delivered again. */
  readonly isRedelivery?: boolean;
  /** Last event first. */
  readonly reversed?: boolean;
}

/** `status` is the last call's, null when nothing answered or no webhook is set. */
export interface Delivery {
  readonly status: number | null;
  readonly eventIds: readonly string[];
  readonly events: readonly FakeEvent[];
}

export interface WebhookCall {
  readonly at: number;
  readonly channelId: string;
  readonly eventIds: readonly string[];
  readonly status: number | null;
  readonly isRedelivery: boolean;
}

interface WebhookSender {
  deliver(channel: FakeChannel, events: readonly FakeEvent[], options?: DeliverOptions): Promise<Delivery>;
  /** Redeliveries under way; settles when there are none left. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Calls `url` once, signed with the channel's secret. */
export async function callWebhook(
  agent: Agent,
  {
    timeoutMs,
    url,
    body,
    signingSecret,
  }: {
    readonly timeoutMs: number;
    readonly url: string;
    readonly body: string;
    readonly signingSecret: string;
  },
): Promise<WebhookAnswer> {
  const signature = createHmac('sha256', signingSecret).update(body).digest('base64');
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-line-signature': signature },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body.dump();
    return { kind: 'answered', status: response.statusCode };
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: 'failed', reason: late ? 'REQUEST_TIMEOUT' : 'COULD_NOT_CONNECT' };
  }
}

export function createWebhookSender(
  world: FakeWorld,
  redelivery: () => Redelivery | null,
  record: (call: WebhookCall) => void,
): WebhookSender {
  const background = createBackgroundWork();

  async function call(
    channel: FakeChannel,
    events: readonly FakeEvent[],
    options: DeliverOptions,
  ): Promise<number | null> {
    const isRedelivery = options.isRedelivery ?? false;
    const sent = events.map((event) => {
      if (isRedelivery) renewReplyToken(world, event);
      return isRedelivery ? { ...event, deliveryContext: { isRedelivery } } : event;
    });
    const ordered = options.reversed ? sent.toReversed() : sent;
    const body = JSON.stringify({ destination: channel.botUserId, events: ordered });
    const signer = options.tamperSignature
      ? { ...channel, channelSecret: `not ${channel.channelSecret}` }
      : channel;
    const answer = channel.webhook?.active
      ? await world.callWebhook(signer, channel.webhook.endpoint, body)
      : null;
    const status = answer?.kind === 'answered' ? answer.status : null;
    const eventIds = events.map((event) => event.webhookEventId);
    record({ at: world.now(), channelId: channel.channelId, eventIds, status, isRedelivery });
    return status;
  }

  async function redeliver(
    channel: FakeChannel,
    events: readonly FakeEvent[],
    plan: Redelivery,
  ): Promise<void> {
    for (let attempt = 0; attempt < plan.attempts; attempt += 1) {
      await wait(plan.delayMs, undefined, { signal: background.signal, ref: false });
      if (isOk(await call(channel, events, { isRedelivery: true }))) return;
    }
  }

  return {
    async deliver(channel, events, options = {}) {
      let status: number | null = null;
      for (let time = 0; time < (options.times ?? 1); time += 1)
        status = await call(channel, events, options);
      const plan = redelivery();
      if (plan && channel.webhook?.active && !isOk(status))
        background.start(redeliver(channel, events, plan));
      return { status, events, eventIds: events.map((event) => event.webhookEventId) };
    },
    idle: background.idle,
    stop: background.stop,
  };
}

function isOk(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Gives the reply token of a redelivered event its minute anew. */
function renewReplyToken(world: FakeWorld, event: FakeEvent): void {
  const token = world.state.replyTokens.get(String(event.replyToken));
  if (token) token.receivedAt = world.now();
}

/** Lets go of what no rule of the vendor asks about any more. */
export function forgetOld({ state, now }: FakeWorld): void {
  const hour = 60 * 60 * 1000;
  drop(state.replyTokens, (token) => now() - token.receivedAt > hour);
  drop(state.retryKeys, (accepted) => now() - accepted.at > 25 * hour);
  drop(state.tokens, (issued) => now() > issued.expiresAt + hour);
  drop(state.menuJobs, (job) => now() - job.acceptedAt > 15 * 24 * hour);
  // Audiences are made of what was sent in the last 60 days.
  drop(state.narrowcasts, (sent) => now() - sent.acceptedAt > 61 * 24 * hour);
  drop(state.broadcasts, (sent) => now() - sent.at > 61 * 24 * hour);
  drop(state.interactions, (looks) => looks.every(({ at }) => now() - at > 61 * 24 * hour));
  for (const map of [state.readTokens, state.quoteTokens, state.contents]) keepLatest(map);
}

const MOST_KEPT = 2_000;

/** What the vendor keeps for ever, a fake in a long-lived server can't. */
function keepLatest(map: Map<string, unknown>): void {
  for (const name of map.keys()) {
    if (map.size <= MOST_KEPT) return;
    map.delete(name);
  }
}

function drop<Value>(map: Map<string, Value>, isOld: (value: Value) => boolean): void {
  for (const [name, value] of map) if (isOld(value)) map.delete(name);
}

export function friendOf(world: FakeWorld, channel: FakeChannel, friendId: string): FakeFriend {
  const friend = world.state.friends.get(key(channel.channelId, friendId));
  if (!friend) throw new Error(`no friend ${friendId} on channel ${channel.channelId}`);
  return friend;
}
