import { createHash, randomBytes } from 'node:crypto';

export interface FakeAppInput {
  readonly appId: string;
  readonly appSecret: string;
  /** "OA Secret Key" of the webhook page; the app's secret when absent. */
  readonly webhookSecret?: string;
  /** Saved in the console; any is taken when absent. */
  readonly redirectUri?: string;
  /** The one challenge saved in the console: any other fails at the token endpoint. */
  readonly fixedChallenge?: string;
  /** Calls have to prove that they know the secret. */
  readonly needsProof?: boolean;
}
export interface FakeApp extends FakeAppInput {
  webhook: string | null;
}

export interface FakeAccountInput {
  readonly oaId: string;
  readonly name: string;
  readonly pictureUrl?: string;
  /** Seconds of an access token; the vendor's 25 hours when absent. */
  readonly accessSeconds?: number;
  /** Messages after the free 48 hours that are paid already; null: as many as one likes. */
  readonly paidLeft?: number | null;
  readonly paidTotal?: number;
  /** Linked with an account that pays; true when absent. */
  readonly canPay?: boolean;
}
export interface FakeAccount extends FakeAccountInput {
  /** App that it has given access to. */
  appId: string | null;
  refreshToken: string | null;
  paidLeft: number | null;
}

export interface FakeFriend {
  readonly id: string;
  readonly displayName: string;
  readonly pictureUrl: string | null;
  /** `stranger`: wrote without following. `left`: followed once. */
  relation: 'stranger' | 'following' | 'left';
  /** Messages, follows, taps and calls; null: never. */
  lastInteractionAt: number | null;
}

export interface FakeChatEntry {
  readonly id: string;
  readonly from: 'friend' | 'account';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: string;
  readonly text: string | null;
  /** The vendor's own message object. */
  readonly payload: unknown;
  reactions: string[];
}
export interface FakeChat {
  entries: FakeChatEntry[];
  /** Members of a group; empty in a chat with one person. */
  members: string[];
}

export interface FakeCode {
  readonly appId: string;
  readonly oaId: string;
  readonly challenge: string;
  readonly at: number;
}
export interface FakeUpload {
  readonly oaId: string;
  readonly kind: 'image' | 'gif' | 'file';
  readonly name: string;
  readonly at: number;
}

/** All that survives a restart; maps are keyed by {@link key} where an account is part of the identity. */
export interface FakeState {
  apps: Map<string, FakeApp>;
  accounts: Map<string, FakeAccount>;
  /** Token → whose, until when. A renewal takes the old one out. */
  accessTokens: Map<string, { oaId: string; appId: string; expiresAt: number }>;
  codes: Map<string, FakeCode>;
  friends: Map<string, FakeFriend>;
  chats: Map<string, FakeChat>;
  uploads: Map<string, FakeUpload>;
}

export function emptyState(): FakeState {
  return {
    apps: new Map(),
    accounts: new Map(),
    accessTokens: new Map(),
    codes: new Map(),
    friends: new Map(),
    chats: new Map(),
    uploads: new Map(),
  };
}

export const key = (oaId: string, id: string): string => `${oaId}/${id}`;

export function chatOf(state: FakeState, oaId: string, chatId: string): FakeChat {
  const name = key(oaId, chatId);
  const chat = state.chats.get(name) ?? { entries: [], members: [] };
  state.chats.set(name, chat);
  return chat;
}

const ENTRIES_KEPT = 500;

export function addEntry(chat: FakeChat, entry: Omit<FakeChatEntry, 'reactions'>): void {
  chat.entries.push({ ...entry, reactions: [] });
  if (chat.entries.length > ENTRIES_KEPT) chat.entries.splice(0, chat.entries.length - ENTRIES_KEPT);
}

/** An id in the vendor's form, decimal and beyond 2^53, the same for the same words. */
export function fakeId(seed: string): string {
  const number = createHash('sha256').update(seed).digest().readBigUInt64BE();
  return String(10n ** 18n + (number % (8n * 10n ** 18n)));
}

export const messageId = (): string => randomBytes(10).toString('hex');
export const newToken = (): string => randomBytes(48).toString('base64url');
