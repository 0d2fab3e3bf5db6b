import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { FakeVendor } from '../../spec/channel.ts';
import { createBackgroundWork } from '../../spec/fake/background-work.ts';
import { createFaults, type PathCall, spoilsPath } from '../../spec/fake/faults.ts';
import { restoreInto, snapshotOf } from '../../spec/fake/snapshot.ts';
import type { FakeWorld } from './answer.ts';
import {
  buildEcho,
  buildEvent,
  type EventOptions,
  type FakeEvent,
  type FriendAction,
  friendOf,
} from './build-event.ts';
import type { Fault } from './faults.ts';
import { giveAccess, grant } from './oauth.ts';
import { createApi, type FakeCall, serve } from './serve.ts';
import {
  addEntry,
  chatOf,
  emptyState,
  type FakeAccount,
  type FakeAccountInput,
  type FakeApp,
  type FakeAppInput,
  type FakeChatEntry,
  type FakeFriend,
  fakeId,
  key,
  messageId,
} from './state.ts';

export interface FakeZaloOptions {
  /** Milliseconds since the epoch; the real clock when absent. */
  readonly now?: () => number;
  /** None when absent; the vendor's are half a minute to an hour. */
  readonly retries?: Retries;
  /** The vendor waits two seconds for a webhook. */
  readonly webhookTimeoutMs?: number;
  /** Whether the webhook hears what is sent through the API; true when absent, as at the vendor. */
  readonly echoes?: boolean;
  /** Calls of an app in a minute; 4,000 when absent. */
  readonly ratePerMinute?: number;
  /** Told after each call to the API, when what it did can be seen. */
  readonly onCall?: () => void;
}

export interface FriendInput {
  /** Made from the name when absent. */
  readonly id?: string;
  readonly displayName: string;
  readonly pictureUrl?: string;
  readonly relation?: FakeFriend['relation'];
  /** Now for followers, when absent. */
  readonly lastInteractionAt?: number | null;
}

/** The strict fake of OAuth and of the official account API on one loopback port. Friends belong to one account each. */
export interface FakeZalo extends FakeVendor {
  readonly hosts: { readonly oauth: string; readonly api: string; readonly console: string };
  /** The latest thousand calls to the API. */
  readonly calls: readonly FakeCall[];
  /** The latest thousand webhook calls made. */
  readonly webhooks: readonly WebhookCall[];
  /** Registers an app, or changes its settings. */
  addApp(input: FakeAppInput): void;
  /** Registers an official account, or changes it. */
  addAccount(input: FakeAccountInput): void;
  account(oaId: string): FakeAccount;
  /** An admin allows (or, with `allow: false`, refuses) what the page at `url` asks for; what comes back to the redirect address. */
  grant(
    appId: string,
    how: { readonly url: string; readonly oaId: string; readonly allow?: boolean },
  ): Readonly<Record<string, string>>;
  /** Tokens without the page, as the vendor's API Explorer mints them: those before are dead. */
  giveAccess(
    appId: string,
    oaId: string,
    tokens: { readonly accessToken: string; readonly refreshToken: string; readonly expiresAt: number },
  ): void;
  /** Sets the webhook without a check. */
  setWebhook(appId: string, url: string | null): void;
  /** As in the console: sends `{}`; true when it answers 200. */
  saveWebhook(appId: string, url: string): Promise<boolean>;
  /** Adds or renames a friend and returns their id; what they did so far is kept. */
  addFriend(oaId: string, input: FriendInput): string;
  friend(oaId: string, friendId: string): FakeFriend | null;
  /** A group the account is in; returns the id of its chat. */
  addGroup(oaId: string, groupId: string, members: readonly string[]): string;
  /** The friend acts and the webhook is called; `status` is what it answered. */
  friendSays(
    oaId: string,
    friendId: string,
    action: FriendAction,
    options?: EventOptions & DeliverOptions,
  ): Promise<Delivery>;
  /** A person writes in the vendor's own app in the account's name. */
  adminSays(oaId: string, friendId: string, text: string): Promise<Delivery>;
  /** Calls the webhook with this event. */
  deliver(oaId: string, event: FakeEvent, options?: DeliverOptions): Promise<Delivery>;
  /** What the friend sees, oldest first. */
  chat(oaId: string, chatId: string): readonly FakeChatEntry[];
  fault(fault: Fault): void;
  clearFaults(): void;
  setRate(perMinute: number): void;
  setRetries(retries: Retries): void;
  /** Settles when no echo and no retry is under way. */
  idle(): Promise<void>;
  /** Everything but faults and recorded calls, as JSON. */
  snapshot(): string;
  restore(json: string): void;
}

const KEPT = 1000;
const USUAL_RATE = 4000;

export async function startFakeZalo(options: FakeZaloOptions = {}): Promise<FakeZalo> {
  const agent = new Agent({ keepAliveTimeout: 10_000 });
  const now = options.now ?? Date.now;
  const state = emptyState();
  const calls: FakeCall[] = [];
  const webhooks: WebhookCall[] = [];
  const faults = createFaults<Fault, PathCall>(spoilsPath);
  let rate = options.ratePerMinute ?? USUAL_RATE;
  let retries: Retries = options.retries ?? { delaysMs: [] };
  const sender = createWebhookSender(agent, {
    timeoutMs: options.webhookTimeoutMs ?? 2_000,
    retries: () => retries,
    record: (call) => keepLatest(webhooks, call),
  });
  const accountOf = (oaId: string): FakeAccount => known(state.accounts.get(oaId), `account ${oaId}`);
  const appOf = (appId: string | null): FakeApp => known(state.apps.get(appId ?? ''), `app ${appId}`);
  const world: FakeWorld = {
    state,
    now,
    echo(account, chatId, echo) {
      if (options.echoes === false) return;
      const event = buildEcho(account, { chatId, echo, now: now() });
      // After the answer: the vendor's webhook is never faster than its API.
      setImmediate(() => sender.tell(appOf(account.appId), account.oaId, event));
    },
    async saveWebhook(appId, url) {
      appOf(appId).webhook = url;
      return (await sender.check(url)) === 200;
    },
  };
  const record = (call: FakeCall): void => {
    keepLatest(calls, call);
    options.onCall?.();
  };
  const host = await serve({
    address: '127.0.0.1',
    api: createApi(world, () => rate),
    faults,
    now,
    record,
  });
  const deliver: FakeZalo['deliver'] = (oaId, event, how) =>
    sender.deliver(appOf(accountOf(oaId).appId), oaId, event, how);

  return {
    hosts: { oauth: host.url, api: host.url, console: host.url },
    calls,
    webhooks,
    addApp(input) {
      state.apps.set(input.appId, { webhook: null, ...state.apps.get(input.appId), ...input });
    },
    addAccount(input) {
      const before = state.accounts.get(input.oaId);
      const { paidLeft = before?.paidLeft ?? null } = input;
      state.accounts.set(input.oaId, { appId: null, refreshToken: null, ...before, ...input, paidLeft });
    },
    account: accountOf,
    grant: (appId, how) => grant(world, appOf(appId), how),
    giveAccess: (appId, oaId, tokens) =>
      giveAccess(world, { appId: appOf(appId).appId, account: accountOf(oaId), tokens }),
    setWebhook(appId, url) {
      appOf(appId).webhook = url;
    },
    saveWebhook: world.saveWebhook,
    addFriend: (oaId, input) => addFriend(world, accountOf(oaId), input),
    friend: (oaId, friendId) => state.friends.get(key(oaId, friendId)) ?? null,
    addGroup(oaId, groupId, members) {
      const chatId = `group:${groupId}`;
      chatOf(state, accountOf(oaId).oaId, chatId).members = [...members];
      return chatId;
    },
    friendSays(oaId, friendId, action, both = {}) {
      const account = accountOf(oaId);
      const friend = friendOf(state, oaId, friendId);
      return deliver(oaId, buildEvent({ state, now: now(), account, friend }, action, both), both);
    },
    adminSays(oaId, friendId, text) {
      const id = messageId();
      const chat = chatOf(state, oaId, friendOf(state, oaId, friendId).id);
      addEntry(chat, { id, from: 'account', at: now(), kind: 'text', text, payload: { text } });
      const echo = { kind: 'text', messageId: id, text };
      return deliver(
        oaId,
        buildEcho(accountOf(oaId), { chatId: friendId, echo, now: now(), adminId: fakeId('admin') }),
      );
    },
    deliver,
    chat: (oaId, chatId) => [...chatOf(state, oaId, chatId).entries],
    fault: faults.add,
    clearFaults: faults.clear,
    setRate(perMinute) {
      rate = perMinute;
    },
    setRetries(next) {
      retries = next;
    },
    async idle() {
      // Echoes begin in the next turn of the loop.
      await new Promise((resolve) => setImmediate(resolve));
      await sender.idle();
    },
    snapshot: () => snapshotOf(state),
    restore: (json) => restoreInto(state, json),
    async close() {
      await sender.stop();
      await Promise.all([host.close(), agent.destroy()]);
    },
  };
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

function addFriend({ state, now }: FakeWorld, { oaId }: FakeAccount, input: FriendInput): string {
  const id = input.id ?? fakeId(`${oaId} ${input.displayName}`);
  const name = key(oaId, id);
  const before = state.friends.get(name);
  const relation = input.relation ?? before?.relation ?? 'following';
  const fresh = relation === 'following' ? now() : null;
  state.friends.set(name, {
    id,
    displayName: input.displayName,
    pictureUrl: input.pictureUrl ?? null,
    relation,
    lastInteractionAt:
      input.lastInteractionAt === undefined ? (before?.lastInteractionAt ?? fresh) : input.lastInteractionAt,
  });
  return id;
}

function keepLatest<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > KEPT) items.splice(0, items.length - KEPT);
}

/** The vendor tries again after half a minute up to an hour; shorter in tests. */
interface Retries {
  readonly delaysMs: readonly number[];
}

interface DeliverOptions {
  /** Sends a signature that doesn't belong to the body. */
  readonly tamperSignature?: boolean;
  /** How often the same call is made; 1 when absent. */
  readonly times?: number;
  /** Begins the signature with the official account's id, as some do. */
  readonly signWith?: 'app' | 'account';
}

/** `status` is the last call's, null when nothing answered or no webhook is set. */
interface Delivery {
  readonly status: number | null;
  readonly event: FakeEvent;
}
interface WebhookCall {
  readonly event: FakeEvent;
  readonly status: number | null;
  /** 0: the first call. */
  readonly retry: number;
}

/** A plain SHA-256 of the four one after another. */
function signatureOf({
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

interface WebhookSender {
  deliver(app: FakeApp, oaId: string, event: FakeEvent, options?: DeliverOptions): Promise<Delivery>;
  /** The same, without waiting for it. */
  tell(app: FakeApp, oaId: string, event: FakeEvent): void;
  /** `{}`, unsigned, as when an address is saved in the console. */
  check(url: string): Promise<number | null>;
  idle(): Promise<void>;
  stop(): Promise<void>;
}

function createWebhookSender(
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
