import { createHash } from 'node:crypto';

export interface FakeBotInput {
  readonly token: string;
  readonly name: string;
  readonly username: string;
}
export interface FakeBot extends FakeBotInput {
  readonly id: number;
  webhook: { readonly url: string; readonly secret: string; readonly allowed: readonly string[] } | null;
  /** The last call of the webhook that was not answered with 2xx. */
  lastError?: { readonly at: number; readonly message: string };
}

export interface FakeTopic {
  readonly id: number;
  readonly name: string;
  /** Only administrators write there. */
  isClosed?: boolean;
}

export interface FakeUser {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly language: string;
  /** `new`: never wrote to the bot, which may not begin. */
  status: 'new' | 'started' | 'blocked';
  /** Of the private chat with the bot. */
  topics?: FakeTopic[];
}

export interface FakeGroup {
  readonly id: number;
  readonly title: string;
  members: number[];
  isBotIn: boolean;
  /** The larger group that it has become. */
  migratedTo: number | null;
  /** Of a forum, besides "General". */
  topics?: FakeTopic[];
  /** Topics are of people who write to a channel, and there is no main part. */
  isDirectMessages?: boolean;
}

export interface FakeChatEntry {
  readonly id: number;
  readonly from: 'friend' | 'account';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: string;
  readonly text: string | null;
  /** Absent: in the main part of the chat. */
  readonly topic?: number;
  /** The vendor's own message, or the parameters it was sent with. */
  readonly payload: unknown;
}

/** All that survives a restart; keys of users, groups and chats begin with the bot's id. */
export interface FakeState {
  bots: Map<string, FakeBot>;
  users: Map<string, FakeUser>;
  groups: Map<string, FakeGroup>;
  chats: Map<string, FakeChatEntry[]>;
  /** Taps that wait for an answer. */
  taps: Map<string, number>;
  counters: Map<'message' | 'update', number>;
}

export const emptyState = (): FakeState => ({
  bots: new Map(),
  users: new Map(),
  groups: new Map(),
  chats: new Map(),
  taps: new Map(),
  counters: new Map(),
});

export const key = (bot: Pick<FakeBot, 'id'>, id: number): string => `${bot.id}/${id}`;

const ENTRIES_KEPT = 500;

export function addEntry(
  state: FakeState,
  bot: FakeBot,
  { chatId, entry }: { readonly chatId: number; readonly entry: FakeChatEntry },
): void {
  const name = key(bot, chatId);
  const entries = [...(state.chats.get(name) ?? []), entry];
  state.chats.set(name, entries.slice(-ENTRIES_KEPT));
}

export function next(state: FakeState, counter: 'message' | 'update'): number {
  const number = (state.counters.get(counter) ?? 1000) + 1;
  state.counters.set(counter, number);
  return number;
}

/** An id in the vendor's form: beyond 32 bits, the same for the same words. */
export const fakeId = (seed: string): number =>
  5_000_000_000 + (createHash('sha256').update(seed).digest().readUInt32BE() % 2_000_000_000);
