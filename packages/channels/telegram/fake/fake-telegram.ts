import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'undici';
import type { FakeVendor } from '../../spec/channel.ts';
import { type FakeServer, readBody, startFakeServer } from '../../spec/fake/fake-server.ts';
import { createFaults, type Faults } from '../../spec/fake/faults.ts';
import { restoreInto, snapshotOf } from '../../spec/fake/snapshot.ts';
import { type FakeAnswer, FakeUpload, type FakeWorld, fail, fields, type Params } from './answer.ts';
import { buildUpdate, type FriendAction } from './build-update.ts';
import { METHODS, readForm, unauthorised } from './methods.ts';
import { SAMPLE_FILES } from './sample-files.ts';
import {
  emptyState,
  type FakeBot,
  type FakeBotInput,
  type FakeChatEntry,
  type FakeGroup,
  type FakeUser,
  fakeId,
  key,
  next,
} from './state.ts';
import { findTopic } from './topics.ts';
import { createWebhookSender, type DeliverOptions, type Delivery, type Retries } from './webhook-sender.ts';

export interface FakeTelegramOptions {
  /** Milliseconds since the epoch; the real clock when absent. */
  readonly now?: () => number;
  /** None when absent. */
  readonly retries?: Retries;
  readonly webhookTimeoutMs?: number;
  /** Messages in a second; the vendor's 30 when absent. */
  readonly ratePerSecond?: number;
  /** So many messages a chat gets at once; then it is one a second. The vendor doesn't say how many: all when absent. */
  readonly chatBurst?: number;
  /** As a server of one's own, which calls webhooks over plain http. */
  readonly isLocal?: boolean;
  /** Told after each call to the API. */
  readonly onCall?: () => void;
}

interface FriendInput {
  readonly firstName: string;
  readonly lastName?: string;
  readonly language?: string;
  /** `started` when absent. */
  readonly status?: FakeUser['status'];
}

/** The strict fake of the Bot API on one loopback port. People belong to one bot each. */
export interface FakeTelegram extends FakeVendor {
  readonly hosts: { readonly api: string };
  /** The latest thousand calls to the API. */
  readonly calls: readonly FakeCall[];
  addBot(input: FakeBotInput): void;
  bot(token: string): FakeBot;
  setWebhook(token: string, webhook: { readonly url: string; readonly secret: string }): void;
  /** Adds or changes a person and returns their id. */
  addFriend(token: string, input: FriendInput): string;
  friend(token: string, friendId: string): FakeUser | null;
  addGroup(token: string, title: string, members: readonly string[]): string;
  /** A supergroup with topics, or the direct messages of a channel; returns its id. */
  addForum(token: string, forum: ForumInput): string;
  /** In a forum, or in the private chat with a person; returns its id. */
  addTopic(token: string, chatId: string, name: string): number;
  /** Removes a topic. Its messages stay. */
  deleteTopic(token: string, chatId: string, id: number): void;
  closeTopic(token: string, chatId: string, id: number): void;
  /** The group becomes a larger one; returns its new id. */
  migrate(token: string, groupId: string): string;
  friendSays(
    token: string,
    friendId: string,
    action: FriendAction,
    options?: DeliverOptions & { readonly in?: string; readonly topic?: number },
  ): Promise<Delivery>;
  chat(token: string, chatId: string): readonly FakeChatEntry[];
  isTyping(token: string, chatId: string, topic?: number): boolean;
  fault(fault: Fault): void;
  /** Settles when no retry is under way. */
  idle(): Promise<void>;
  /** Everything but faults and recorded calls, as JSON. */
  snapshot(): string;
  restore(json: string): void;
}

const KEPT = 1000;
const USUAL_RATE = 30;

export async function startFakeTelegram(options: FakeTelegramOptions = {}): Promise<FakeTelegram> {
  const agent = new Agent({ keepAliveTimeout: 10_000 });
  const state = emptyState();
  const world: FakeWorld = {
    state,
    now: options.now ?? Date.now,
    typing: new Map(),
    isLocal: options.isLocal ?? false,
  };
  const calls: FakeCall[] = [];
  const faults = createFaults((fault: Fault, method: string) => fault.method === method);
  const sender = createWebhookSender(agent, options.webhookTimeoutMs ?? 10_000, {
    retries: () => options.retries ?? { delaysMs: [] },
    now: world.now,
  });
  const host = await serve({
    world,
    faults,
    ratePerSecond: () => options.ratePerSecond ?? USUAL_RATE,
    chatBurst: options.chatBurst ?? Number.POSITIVE_INFINITY,
    record(call) {
      calls.push(call);
      if (calls.length > KEPT) calls.splice(0, calls.length - KEPT);
      options.onCall?.();
    },
  });
  const botOf = (token: string): FakeBot => known(state.bots.get(token), 'bot');
  const chatOf = (bot: FakeBot, id: string): FakeGroup | FakeUser =>
    known(state.groups.get(key(bot, Number(id))) ?? state.users.get(key(bot, Number(id))), `chat ${id}`);
  const friendOf = (bot: FakeBot, id: string): FakeUser =>
    known(state.users.get(key(bot, Number(id))), `friend ${id}`);

  return {
    hosts: { api: host.url },
    calls,
    addBot(input) {
      const id = Number(input.token.split(':')[0]);
      state.bots.set(input.token, { webhook: null, ...state.bots.get(input.token), ...input, id });
    },
    bot: botOf,
    setWebhook(token, webhook) {
      const bot = botOf(token);
      bot.webhook = { allowed: [], ...bot.webhook, ...webhook };
    },
    addFriend: (token, input) => addFriend(world, botOf(token), input),
    friend: (token, id) => state.users.get(key(botOf(token), Number(id))) ?? null,
    addGroup(token, title, members) {
      const bot = botOf(token);
      const id = -fakeId(`${bot.id} ${title}`);
      const group = { id, title, members: members.map(Number), isBotIn: true, migratedTo: null };
      state.groups.set(key(bot, id), group);
      return String(id);
    },
    migrate(token, groupId) {
      const bot = botOf(token);
      const group = known(state.groups.get(key(bot, Number(groupId))), `group ${groupId}`);
      const id = -1_000_000_000_000 - next(state, 'message');
      state.groups.set(key(bot, id), { ...group, id });
      group.migratedTo = id;
      return String(id);
    },
    addForum: (token, forum) => addForum(world, botOf(token), forum),
    addTopic(token, chatId, name) {
      const topic = { id: next(state, 'message'), name };
      const chat = chatOf(botOf(token), chatId);
      chat.topics = [...(chat.topics ?? []), topic];
      return topic.id;
    },
    deleteTopic(token, chatId, id) {
      const chat = chatOf(botOf(token), chatId);
      chat.topics = chat.topics?.filter((topic) => topic.id !== id) ?? [];
    },
    closeTopic(token, chatId, id) {
      const topic = findTopic(world, botOf(token), { chatId: Number(chatId), id });
      known(topic ?? undefined, `topic ${id}`).isClosed = true;
    },
    async friendSays(token, friendId, action, { in: group, topic, ...how } = {}) {
      const bot = botOf(token);
      const place = {
        ...(group === undefined ? {} : { in: Number(group) }),
        ...(topic === undefined ? {} : { topic }),
      };
      const update = buildUpdate({ world, bot, user: friendOf(bot, friendId), ...place }, action);
      const allowed = bot.webhook?.allowed ?? [];
      const type = Object.keys(update).find((name) => name !== 'update_id') ?? '';
      const isWanted = action.type === 'custom' || allowed.length === 0 || allowed.includes(type);
      return isWanted ? sender.deliver(bot, update, how) : { status: null, update };
    },
    chat: (token, chatId) => [...(state.chats.get(key(botOf(token), Number(chatId))) ?? [])],
    isTyping: (token, chatId, topic) =>
      (world.typing.get([key(botOf(token), Number(chatId)), ...(topic ? [topic] : [])].join('/')) ?? 0) >
      world.now(),
    fault: faults.add,
    idle: sender.idle,
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

interface ForumInput {
  readonly title: string;
  readonly members: readonly string[];
  readonly isDirectMessages?: boolean;
}

function addForum(
  { state }: FakeWorld,
  bot: FakeBot,
  { title, members, isDirectMessages = false }: ForumInput,
): string {
  const id = -1_000_000_000_000 - next(state, 'message');
  const group = { id, title, members: members.map(Number), isBotIn: true, migratedTo: null, topics: [] };
  state.groups.set(key(bot, id), { ...group, isDirectMessages });
  return String(id);
}

function addFriend({ state }: FakeWorld, bot: FakeBot, input: FriendInput): string {
  const id = fakeId(`${bot.id} ${input.firstName}`);
  const before = state.users.get(key(bot, id));
  state.users.set(key(bot, id), {
    id,
    firstName: input.firstName,
    lastName: input.lastName ?? null,
    language: input.language ?? 'en',
    status: input.status ?? before?.status ?? 'started',
  });
  return String(id);
}

/** One call to the fake vendor, for tests to look at. */
interface FakeCall {
  readonly at: number;
  readonly method: string;
  readonly params: Params;
  /** The status that was answered, or the fault that was played instead. */
  readonly result: FaultEffect;
}

interface ServeOptions {
  readonly world: FakeWorld;
  readonly faults: Faults<Fault, string>;
  /** Messages in a second, over all chats. */
  readonly ratePerSecond: () => number;
  readonly chatBurst: number;
  readonly record: (call: FakeCall) => void;
}

const MOST_BYTES = 60 * 1024 * 1024;

/** The Bot API and its files on one free port of this machine. */
async function serve(options: ServeOptions): Promise<FakeServer> {
  const isTooFast = createRate(options);
  return startFakeServer({
    answer: (request, response) => answer(options, isTooFast, { request, response }),
    answerDefect: (response, detail) => write(response, fail(500, detail)),
  });
}

type Rate = (method: string, chat: string) => boolean;

function createRate({ world, ratePerSecond, chatBurst }: ServeOptions): Rate {
  let sent: number[] = [];
  /** Until when the messages of a chat fill its seconds. */
  const filled = new Map<string, number>();
  return (method, chat) => {
    if (!/^send(?!ChatAction)/.test(method)) return false;
    const now = world.now();
    sent = [...sent.filter((at) => at > now - 1_000), now];
    const until = Math.max(now, filled.get(chat) ?? 0) + 1_000;
    if (sent.length > ratePerSecond() || until > now + chatBurst * 1_000) return true;
    filled.set(chat, until);
    return false;
  };
}

async function answer(
  { world, faults, record }: ServeOptions,
  isTooFast: Rate,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://fake');
  const received = await readBody(request, MOST_BYTES);
  if (received === null) return;
  const [, kind, token = '', rest = ''] =
    /^\/(file\/bot|bot)([^/]+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
  const bot = world.state.bots.get(token);
  if (kind === undefined) return write(response, fail(404, 'Not Found'));
  if (!bot) return write(response, unauthorised(token));
  if (kind === 'file/bot') return writeFile(response, rest);
  const params = await readParams(request, received.body);
  const done = (result: FaultEffect): void => record({ at: world.now(), method: rest, params, result });
  const fault = faults.take(rest);
  if (fault && fault.status !== 'reset-after-accept') {
    playFault(response, fault);
    return done(fault.status);
  }
  const handler = Object.hasOwn(METHODS, rest) ? METHODS[rest] : undefined;
  const result = isTooFast(rest, `${bot.id}/${String(params.chat_id)}`)
    ? fail(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
    : (handler?.(world, bot, params) ?? fail(404, 'Not Found'));
  done(fault?.status ?? result.status);
  if (fault) response.destroy();
  else write(response, result);
}

function playFault(response: ServerResponse, { status, description, parameters }: Fault): void {
  if (status === 'reset') response.destroy();
  if (typeof status !== 'number') return;
  if (description === undefined) response.writeHead(status).end('<html>');
  else write(response, fail(status, description, parameters));
}

async function readParams(request: IncomingMessage, body: Buffer): Promise<Params> {
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const entries = [...form.entries()].map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'string' ? value : new FakeUpload(value.name, value.size),
    ]);
    return readForm(entries);
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return readForm(new URLSearchParams(body.toString('utf8')));
  }
  return body.length === 0 ? {} : fields(JSON.parse(body.toString('utf8')));
}

function writeFile(response: ServerResponse, path: string): void {
  const file = Object.values(SAMPLE_FILES).find((each) => each.path === path);
  if (file) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.bytes);
  else write(response, fail(404, 'Not Found'));
}

function write(response: ServerResponse, { status, body }: FakeAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` after the call was
 * carried out, its answer lost.
 */
type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept';

export interface Fault {
  /** Of the vendor, for example `sendMessage`. */
  readonly method: string;
  readonly status: FaultEffect;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Beside a status: the vendor's sentence and what goes with it; no body of the vendor's at all when absent. */
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}
