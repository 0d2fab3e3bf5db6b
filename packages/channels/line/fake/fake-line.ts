import { Agent } from 'undici';
import type { FakeVendor } from '../../spec/channel.ts';
import { createFaults, type PathCall, spoilsPath } from '../../spec/fake/faults.ts';
import { restoreInto, snapshotOf } from '../../spec/fake/snapshot.ts';
import { allCalls, type FakeWorld } from './answer.ts';
import { buildEvent, type EventOptions, type FakeEvent } from './build-event.ts';
import type { Fault } from './faults.ts';
import type { FriendAction } from './friend-action.ts';
import { recordInteraction } from './interactions.ts';
import { type IdTokenClaims, issueIdToken } from './liff.ts';
import { FOREIGN_MENU, findMenu, linkMenu, menuOf } from './menu-rules.ts';
import { settleNarrowcasts } from './narrowcasts.ts';
import { quotaUsed } from './quota.ts';
import { createApi, type FakeCall, serve } from './serve.ts';
import {
  chatOf,
  emptyState,
  type FakeChannel,
  type FakeChannelInput,
  type FakeChatEntry,
  type FakeFriend,
  type FakeLiffApp,
  type FakeMembership,
  type FakeMenu,
  fakeUserId,
  key,
} from './state.ts';
import { lookAt } from './units.ts';
import {
  callWebhook,
  createWebhookSender,
  type DeliverOptions,
  type Delivery,
  forgetOld,
  friendOf,
  type Redelivery,
  type WebhookCall,
} from './webhook-sender.ts';

export interface FakeLineOptions {
  /** Milliseconds since the epoch; the real clock when absent. */
  readonly now?: () => number;
  /** Off when absent, as in the vendor's console. */
  readonly redelivery?: Redelivery;
  /** The vendor waits two seconds for a webhook. */
  readonly webhookTimeoutMs?: number;
  /** Time until menus are linked that were accepted for many friends; two seconds when absent: the vendor says "seconds later". */
  readonly menuJobMs?: number;
  /** Told after each call to the API, when what it did can be seen. */
  readonly onCall?: () => void;
}

/** At messages under a sending unit, or at a broadcast or narrowcast by the id of its request. */
export type FakeInteractionInput = ({ readonly unit: string } | { readonly requestId: string }) & {
  /** What is opened; absent: nothing. */
  readonly url?: string;
  /** Now when absent. */
  readonly at?: number;
};

export interface FriendInput {
  /** `U` and 32 hex digits; made from the name when absent. */
  readonly id?: string;
  readonly displayName: string;
  readonly pictureUrl?: string;
  readonly language?: string;
  /** `following` when absent. */
  readonly relation?: FakeFriend['relation'];
}

/** Rooms (`R…`) have neither. */
export interface GroupLook {
  readonly name?: string;
  readonly pictureUrl?: string;
}

/** The strict fake of the Messaging API on two loopback ports. Friends belong to one channel each. */
export interface FakeLine extends FakeVendor {
  /** `liff`: where LIFF apps are opened, and the script of their pages. */
  readonly hosts: { readonly api: string; readonly data: string; readonly liff: string };
  /** The latest thousand calls to the API. */
  readonly calls: readonly FakeCall[];
  /** The latest thousand webhook calls made. */
  readonly webhooks: readonly WebhookCall[];
  /** Registers a channel, or changes its credentials, name and quota. */
  addChannel(input: FakeChannelInput): void;
  removeChannel(channelId: string): void;
  /** What the vendor's console would show of a channel. */
  channel(channelId: string): {
    readonly webhookUrl: string | null;
    readonly quotaUsed: number;
    readonly botUserId: string;
  };
  /** Sets the webhook by hand, as in the console. */
  setWebhook(channelId: string, endpoint: string | null): void;
  /** Another tool of the owner has set a default menu, which can't be read here. */
  setForeignDefaultMenu(channelId: string): void;
  /** Adds or renames a friend and returns their id; what they did so far is kept. */
  addFriend(channelId: string, input: FriendInput): string;
  friend(channelId: string, friendId: string): FakeFriend | null;
  /** A group (`C…`) or room (`R…`) the account is in. */
  addGroup(channelId: string, groupId: string, members: readonly string[], look?: GroupLook): void;
  /** The friend acts and the webhook is called; `status` is what it answered. */
  friendSays(
    channelId: string,
    friendId: string,
    action: FriendAction,
    options?: EventOptions & DeliverOptions,
  ): Promise<Delivery>;
  /** The friend acts; the event is returned to be delivered later, in a batch, or not at all. */
  friendEvent(channelId: string, friendId: string, action: FriendAction, options?: EventOptions): FakeEvent;
  /** Delivers events in one webhook call. */
  deliver(channelId: string, events: readonly FakeEvent[], options?: DeliverOptions): Promise<Delivery>;
  /** Blocks without a word, as when the webhook was lost. */
  block(channelId: string, friendId: string): void;
  /** What the friend sees, oldest first. */
  chat(channelId: string, chatId: string): readonly FakeChatEntry[];
  isTyping(channelId: string, chatId: string): boolean;
  /** Time of the friend's newest message that was marked as read; null: none was. */
  readUntil(channelId: string, chatId: string): number | null;
  /** A friend looks at a message, and perhaps opens an address of it; false: they have got none. */
  lookAt(channelId: string, friendId: string, look: FakeInteractionInput): boolean;
  /** The menu at the foot of the friend's chat. */
  menuOf(channelId: string, friendId: string): string | null;
  /** As it was made; null: another channel's, or gone. */
  menu(menuId: string): FakeMenu | null;
  /** The friend taps what changes their menu; false: the alias leads nowhere. */
  switchMenu(channelId: string, friendId: string, alias: string): boolean;
  /** How the preparation of a received video or recording goes: calls still answered "not yet", or never ready. */
  setPreparation(messageId: string, how: { readonly pending: number } | 'failed'): void;
  /** Adds or changes a plan that friends pay for, as in the console. */
  setMembership(channelId: string, plan: FakeMembership): void;
  /** Adds or changes a LIFF app, as in the console; who opens it holds the phone of `userId`. */
  addLiffApp(app: FakeLiffApp): void;
  idToken(claims: IdTokenClaims): string;
  fault(fault: Fault): void;
  clearFaults(): void;
  setRedelivery(redelivery: Redelivery | null): void;
  /** Settles when no redelivery is under way. */
  idle(): Promise<void>;
  /** Everything but faults and recorded calls, as JSON. */
  snapshot(): string;
  restore(json: string): void;
}

const CALLS_KEPT = 1000;

export async function startFakeLine(options: FakeLineOptions = {}): Promise<FakeLine> {
  const agent = new Agent({ keepAliveTimeout: 10_000 });
  const now = options.now ?? Date.now;
  const timeoutMs = options.webhookTimeoutMs ?? 2_000;
  const world: FakeWorld = {
    state: emptyState(),
    now,
    menuJobMs: options.menuJobMs ?? 2_000,
    callWebhook: (channel, url, body) =>
      callWebhook(agent, { timeoutMs, url, body, signingSecret: channel.channelSecret }),
  };
  const calls: FakeCall[] = [];
  const webhooks: WebhookCall[] = [];
  const faults = createFaults<Fault, PathCall>(spoilsPath);
  let redelivery = options.redelivery ?? null;
  const sender = createWebhookSender(
    world,
    () => redelivery,
    (call) => keepLatest(webhooks, call),
  );
  const api = createApi(world);
  const record = (call: FakeCall): void => {
    keepLatest(calls, call);
    allCalls.publish(call);
    options.onCall?.();
  };
  const shared = { address: '127.0.0.1', api, faults, now, record };
  const [apiHost, dataHost] = await Promise.all([
    serve({ ...shared, host: 'api' }),
    serve({ ...shared, host: 'data' }),
  ]);

  const channelOf = (channelId: string): FakeChannel => {
    const channel = world.state.channels.get(channelId);
    if (!channel) throw new Error(`no channel ${channelId}`);
    return channel;
  };
  const friendEvent: FakeLine['friendEvent'] = (channelId, friendId, action, eventOptions) => {
    const channel = channelOf(channelId);
    forgetOld(world);
    return buildEvent(world, channel, {
      friend: friendOf(world, channel, friendId),
      action,
      options: eventOptions,
    });
  };

  return {
    hosts: { api: apiHost.url, data: dataHost.url, liff: apiHost.url },
    calls,
    webhooks,
    addChannel: (input) => addChannel(world, input),
    removeChannel: (channelId) => removeChannel(world, channelId),
    channel(channelId) {
      settleNarrowcasts(world);
      const channel = channelOf(channelId);
      const { botUserId, webhook } = channel;
      return { webhookUrl: webhook?.endpoint ?? null, quotaUsed: quotaUsed(channel, now()), botUserId };
    },
    setWebhook(channelId, endpoint) {
      channelOf(channelId).webhook = endpoint === null ? null : { endpoint, active: true };
    },
    setForeignDefaultMenu(channelId) {
      channelOf(channelId).defaultMenuId = FOREIGN_MENU;
    },
    addFriend: (channelId, input) => addFriend(world, channelOf(channelId), input),
    friend: (channelId, friendId) => world.state.friends.get(key(channelId, friendId)) ?? null,
    addGroup(channelId, groupId, members, look = {}) {
      const { channelId: id } = channelOf(channelId);
      Object.assign(chatOf(world.state, id, groupId), { members: [...members], ...look });
    },
    friendEvent,
    friendSays: (channelId, friendId, action, both = {}) =>
      sender.deliver(channelOf(channelId), [friendEvent(channelId, friendId, action, both)], both),
    deliver: (channelId, events, how) => sender.deliver(channelOf(channelId), events, how),
    block(channelId, friendId) {
      friendOf(world, channelOf(channelId), friendId).relation = 'blocked';
    },
    chat(channelId, chatId) {
      settleNarrowcasts(world);
      return [...chatOf(world.state, channelId, chatId).entries];
    },
    isTyping: (channelId, chatId) => chatOf(world.state, channelId, chatId).loadingUntil > now(),
    readUntil: (channelId, chatId) => chatOf(world.state, channelId, chatId).readUntil ?? null,
    lookAt(channelId, userId, { url = null, at = now(), ...where }) {
      settleNarrowcasts(world);
      const channel = channelOf(channelId);
      return 'unit' in where
        ? lookAt(world, channel, { ...where, userId, url, at })
        : recordInteraction(world, channel, { ...where, userId, url, at });
    },
    menuOf: (channelId, friendId) => menuOf(world, channelOf(channelId), friendId),
    menu: (menuId) => world.state.menus.get(menuId) ?? null,
    switchMenu(channelId, friendId, alias) {
      const menuId = world.state.menuAliases.get(key(channelId, alias));
      if (menuId === undefined || !findMenu(world, channelOf(channelId), menuId)) return false;
      linkMenu(world, channelId, { userId: friendId, menuId });
      return true;
    },
    setPreparation(messageId, how) {
      const content = world.state.contents.get(messageId);
      if (!content) throw new Error(`no content ${messageId}`);
      if (how === 'failed') content.failed = true;
      else content.pending = how.pending;
    },
    setMembership(channelId, plan) {
      world.state.memberships.set(key(channelId, String(plan.membershipId)), plan);
    },
    addLiffApp(app) {
      world.state.liffApps.set(app.liffId, app);
    },
    idToken: (claims) => issueIdToken(world, claims),
    fault: faults.add,
    clearFaults: faults.clear,
    setRedelivery(next) {
      redelivery = next;
    },
    idle: sender.idle,
    snapshot: () => snapshotOf(world.state),
    restore: (json) => restoreInto(world.state, json),
    async close() {
      await sender.stop();
      await Promise.all([apiHost.close(), dataHost.close(), agent.destroy()]);
    },
  };
}

function addChannel({ state }: FakeWorld, input: FakeChannelInput): void {
  const before = state.channels.get(input.channelId);
  const botUserId = fakeUserId(`account ${input.channelId}`);
  state.channels.set(input.channelId, {
    botUserId,
    basicId: `@${botUserId.slice(1, 9)}`,
    used: 0,
    usedMonth: '',
    webhook: null,
    ...before,
    ...input,
    monthlyQuota: input.monthlyQuota ?? null,
  });
}

function removeChannel({ state }: FakeWorld, channelId: string): void {
  state.channels.delete(channelId);
  for (const map of [
    state.friends,
    state.chats,
    state.retryKeys,
    state.menuAliases,
    state.menuLinks,
    state.audiences,
    state.units,
    state.unitLooks,
    state.sentCounts,
    state.interactions,
    state.memberships,
  ]) {
    for (const name of map.keys()) if (name.startsWith(`${channelId}/`)) map.delete(name);
  }
  for (const map of [
    state.tokens,
    state.readTokens,
    state.quoteTokens,
    state.contents,
    state.menus,
    state.menuJobs,
    state.narrowcasts,
    state.broadcasts,
  ]) {
    for (const [name, of] of map) if (of.channelId === channelId) map.delete(name);
  }
  for (const [liffId, { loginChannelId }] of state.liffApps)
    if (loginChannelId === channelId) state.liffApps.delete(liffId);
}

function addFriend({ state }: FakeWorld, channel: FakeChannel, input: FriendInput): string {
  const id = input.id ?? fakeUserId(input.displayName);
  const name = key(channel.channelId, id);
  const before = state.friends.get(name);
  state.friends.set(name, {
    id,
    displayName: input.displayName,
    pictureUrl: input.pictureUrl ?? null,
    language: input.language ?? null,
    relation: input.relation ?? before?.relation ?? 'following',
    lastWroteAt: before?.lastWroteAt ?? null,
  });
  return id;
}

function keepLatest<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > CALLS_KEPT) items.splice(0, items.length - CALLS_KEPT);
}
