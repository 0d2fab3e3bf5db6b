import { createHash, randomBytes } from 'node:crypto';

/** What is known when a channel is registered; `monthlyQuota` null means no limit. */
export interface FakeChannelInput {
  /** A LINE Login channel, which LIFF apps live on; absent: of the Messaging API. */
  readonly kind?: 'login';
  readonly channelId: string;
  readonly channelSecret: string;
  /** The long-lived token; absent: none was made in the console. */
  readonly channelAccessToken?: string | undefined;
  readonly displayName: string;
  readonly monthlyQuota?: number | null;
  readonly pictureUrl?: string;
  /** Verified accounts may list followers and members; true when absent. */
  readonly verified?: boolean;
  /** Public keys (JWK with `kid`) registered for assertions. */
  readonly assertionKeys?: readonly Readonly<Record<string, unknown>>[];
}

export interface FakeChannel extends FakeChannelInput {
  readonly botUserId: string;
  readonly basicId: string;
  monthlyQuota: number | null;
  /** Counted pushes of `usedMonth` (yyyy-mm, the vendor's zone). */
  used: number;
  usedMonth: string;
  webhook: { endpoint: string; active: boolean } | null;
  /** Shown to whoever has no menu of their own. */
  defaultMenuId?: string | undefined;
}

export interface FakeFriend {
  readonly id: string;
  readonly displayName: string;
  readonly pictureUrl: string | null;
  readonly language: string | null;
  /** `stranger`: never added the account. */
  relation: 'stranger' | 'following' | 'blocked';
  /** Time of the last message to the account: strangers can be written to for 7 days. */
  lastWroteAt: number | null;
}

export type FakeSending = 'reply' | 'push' | 'multicast' | 'narrowcast' | 'broadcast';

export interface FakeChatEntry {
  readonly id: string;
  readonly from: 'friend' | 'account';
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The vendor's message or event type. */
  readonly kind: string;
  readonly text: string | null;
  /** The vendor's own message or event object. */
  readonly payload: unknown;
  readonly via: FakeSending | null;
  readonly requestId: string | null;
}

export interface FakeChat {
  entries: FakeChatEntry[];
  /** The loading animation is shown until then. */
  loadingUntil: number;
  /** Members of a group or room; empty in a chat with one person. */
  members: string[];
  /** Of a group. */
  name?: string | undefined;
  pictureUrl?: string | undefined;
  /** Time of the newest message of theirs that was marked as read. */
  readUntil?: number | undefined;
}

/** A token given out by one of the token endpoints. */
export interface FakeToken {
  readonly channelId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly kind: 'stateless' | 'v2.1' | 'short-lived';
  /** The vendor's id of a v2.1 token. */
  readonly keyId: string | null;
}

export interface FakeReplyToken {
  readonly channelId: string;
  readonly chatId: string;
  readonly eventAt: number;
  /** Starts anew with each redelivery. */
  receivedAt: number;
  used: boolean;
}

export interface FakeRetryKey {
  readonly at: number;
  readonly requestId: string;
  /** Of a push only. */
  readonly sentMessages?: readonly { id: string; quoteToken?: string }[];
}

export interface FakeContent {
  readonly channelId: string;
  readonly contentType: string;
  readonly base64: string;
  /** Calls still to be answered with 202, as for a video being prepared. */
  pending: number;
  /** It will never be ready. */
  failed?: boolean | undefined;
  gone: boolean;
}

/** A menu as it was made; the picture can be given once. */
export interface FakeMenu {
  readonly channelId: string;
  readonly menu: Readonly<Record<string, unknown>>;
  image: { readonly contentType: string; readonly base64: string } | null;
}

/** What was accepted and is carried out in a moment: whose menu becomes which; null takes it away. */
export interface FakeMenuJob {
  readonly channelId: string;
  readonly acceptedAt: number;
  readonly work:
    | { readonly kind: 'users'; readonly userIds: readonly string[]; readonly to: string | null }
    | { readonly kind: 'batch'; readonly operations: readonly FakeMenuOperation[] };
  completedAt: number | null;
}
/** `from` null: from every menu. */
export interface FakeMenuOperation {
  readonly from: string | null;
  readonly to: string | null;
}

/** What was sent to some of the friends; settled a moment after it was accepted. */
export interface FakeNarrowcast {
  readonly channelId: string;
  readonly acceptedAt: number;
  readonly messages: readonly unknown[];
  /** Who fits, before anybody is left out for a limit. */
  readonly userIds: readonly string[];
  /** How many of them it may reach. */
  readonly most: number;
  /** The vendor's number of what will make it fail. */
  readonly errorCode: 2 | 5 | null;
  /** Null: still under way, with its share of the quota set aside. */
  settled: { readonly at: number; readonly sentTo: readonly string[] } | null;
}

/** What was sent to every friend, by the id of the request. */
export interface FakeBroadcast {
  readonly channelId: string;
  readonly at: number;
  readonly userIds: readonly string[];
}

/** A friend looked at a broadcast or narrowcast. */
export interface FakeInteraction {
  readonly userId: string;
  /** The address that was opened; null: none. */
  readonly url: string | null;
  readonly at: number;
}

/** Uploaded ids; ready a moment after the last were added. */
export interface FakeAudience {
  readonly id: number;
  readonly createdAt: number;
  readonly isIfaAudience: boolean;
  /** Made of those who saw or clicked a message. */
  readonly retargeting?: {
    readonly type: 'CLICK' | 'IMP';
    readonly requestId: string;
    /** Null: any address. */
    readonly clickUrl: string | null;
  };
  description: string;
  userIds: string[];
  jobs: { readonly id: number; readonly description: string; readonly at: number; readonly count: number }[];
}

/** A plan that is sold in the vendor's own console, and who has joined it. */
export interface FakeMembership {
  readonly membershipId: number;
  readonly title: string;
  readonly price: number;
  readonly members: readonly { readonly userId: string; readonly joinedAt: number }[];
}

/** What the console shows of a LIFF app. */
export interface FakeLiffApp {
  readonly liffId: string;
  /** Of the LINE Login channel. */
  readonly loginChannelId: string;
  /** Endpoint URL. */
  readonly endpoint: string;
  /** Who holds the phone on which the app is opened; null: it is opened outside LINE. */
  readonly userId: string | null;
  /** As a program made it; absent: made in the console. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** All that survives a restart; maps are keyed by {@link key} where a channel is part of the identity. */
export interface FakeState {
  channels: Map<string, FakeChannel>;
  friends: Map<string, FakeFriend>;
  chats: Map<string, FakeChat>;
  /** Issued by the token endpoint, with the time they lapse. */
  tokens: Map<string, FakeToken>;
  replyTokens: Map<string, FakeReplyToken>;
  retryKeys: Map<string, FakeRetryKey>;
  contents: Map<string, FakeContent>;
  /** By token. */
  readTokens: Map<string, { channelId: string; chatId: string; at: number }>;
  /** By token: where the message that can be quoted with it stands. */
  quoteTokens: Map<string, { channelId: string; chatId: string; messageId: string }>;
  menus: Map<string, FakeMenu>;
  /** The menu of each alias. */
  menuAliases: Map<string, string>;
  /** The menu of each person who has one of their own. */
  menuLinks: Map<string, string>;
  menuJobs: Map<string, FakeMenuJob>;
  /** By the id of the request. */
  narrowcasts: Map<string, FakeNarrowcast>;
  /** By the id of the request. */
  broadcasts: Map<string, FakeBroadcast>;
  /** By the id of the request. */
  interactions: Map<string, FakeInteraction[]>;
  /** By the id of the plan. */
  memberships: Map<string, FakeMembership>;
  audiences: Map<string, FakeAudience>;
  /** Names of sending units by month, with the time of their first use. */
  units: Map<string, number>;
  /** Views of the messages under a name by each person whom they reached, by `name/userId`. */
  unitLooks: Map<string, FakeLook[]>;
  /** How often something was delivered, by way and day. */
  sentCounts: Map<string, number>;
  /** By the LIFF ID. */
  liffApps: Map<string, FakeLiffApp>;
}

export interface FakeLook {
  /** yyyyMMdd as the vendor counts it. */
  readonly day: string;
  /** The address that was opened; null: none. */
  readonly url: string | null;
}

export function emptyState(): FakeState {
  return {
    channels: new Map(),
    friends: new Map(),
    chats: new Map(),
    tokens: new Map(),
    replyTokens: new Map(),
    retryKeys: new Map(),
    contents: new Map(),
    readTokens: new Map(),
    quoteTokens: new Map(),
    menus: new Map(),
    menuAliases: new Map(),
    menuLinks: new Map(),
    menuJobs: new Map(),
    narrowcasts: new Map(),
    broadcasts: new Map(),
    interactions: new Map(),
    memberships: new Map(),
    audiences: new Map(),
    units: new Map(),
    unitLooks: new Map(),
    sentCounts: new Map(),
    liffApps: new Map(),
  };
}

export function key(channelId: string, id: string): string {
  return `${channelId}/${id}`;
}

export function chatOf(state: FakeState, channelId: string, chatId: string): FakeChat {
  const name = key(channelId, chatId);
  const chat = state.chats.get(name) ?? { entries: [], loadingUntil: 0, members: [] };
  state.chats.set(name, chat);
  return chat;
}

export const followersOf = (
  { friends }: Pick<FakeState, 'friends'>,
  { channelId }: Pick<FakeChannel, 'channelId'>,
): string[] =>
  [...friends]
    .filter(([name, { relation }]) => name.startsWith(`${channelId}/`) && relation === 'following')
    .map(([, { id }]) => id);

const ENTRIES_KEPT = 500;

/** Adds to a chat and lets go of what is too old for anyone to look at. */
export function addEntry(chat: FakeChat, entry: FakeChatEntry): void {
  chat.entries.push(entry);
  if (chat.entries.length > ENTRIES_KEPT) chat.entries.splice(0, chat.entries.length - ENTRIES_KEPT);
}

/** A user id in the vendor's form, the same for the same words. */
export function fakeUserId(seed: string): string {
  return `U${createHash('sha256').update(seed).digest('hex').slice(0, 32)}`;
}

/** Numeric like the vendor's, unique without a counter that would have to survive a restart. */
export function messageId(): string {
  return `5${randomBytes(8).readBigUInt64BE().toString().padStart(20, '0').slice(0, 17)}`;
}
