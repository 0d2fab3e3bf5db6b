import { createHash } from 'node:crypto';
import type { InboundEvent } from '@hanasu/channels/spec/channel';
import { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import type { BackgroundThrottle } from '../../../platform/workers/background-throttle.ts';
import {
  type ChannelDirectory,
  type OnChannelTrouble,
  type OpenChannel,
  updateHealth,
} from '../../channels/public.ts';
import { contacts } from '../../contacts/public.ts';
import { insertEvents, type ReceivedEvents } from '../events.store.ts';

const Params = z.object({ account: AccountId, channel: ChannelId });
/** Vendors send a few kilobytes; this is room for the largest batch with a margin. */
const BODY_LIMIT = 2 * 1024 * 1024;

const AppParams = z.object({ account: AccountId, app: z.uuid() });
const WEBHOOK_PATH = '/hooks/:account/:channel';
/** Vendors with one address for all official accounts of an app. */
const APP_WEBHOOK_PATH = '/hooks/:account/app/:app';

/** Vendors' way in. Its own scope, because here the body stays raw bytes until its signature is checked. */
export async function addWebhookRoute(
  app: FastifyInstance,
  receiveWebhook: ReceiveWebhook,
  backgroundThrottle: BackgroundThrottle,
): Promise<void> {
  // Without a database the answer is 503: LINE, Zalo and Telegram redeliver after anything that is not 2xx.
  const stored = (receive: () => Promise<void>): Promise<void> => backgroundThrottle.watch(receive);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) throw new AppError('not_found', 'Channel not found');
      const { account: accountId, channel: channelId } = params.data;
      const call = { accountId, channelId, rawBody: bodyOf(request), headers: request.headers };
      await stored(() => receiveWebhook.ofChannel(call));
      return reply.send({});
    });
    scope.post(APP_WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const params = AppParams.safeParse(request.params);
      if (!params.success) throw new AppError('not_found', 'Webhook not found');
      const { account: accountId, app: appHookId } = params.data;
      const call = { accountId, appHookId, rawBody: bodyOf(request), headers: request.headers };
      await stored(() => receiveWebhook.ofApp(call));
      return reply.send({});
    });
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Far above what any vendor uses, far below what a database index can hold. */
const LONGEST_ID = 255;

/**
 * The event with ids that can be stored: one that can't must not cost the other events of its call. Long ids become
 * their hash, so that duplicates still meet; an event whose sender has an impossible id is stored without a sender.
 */
function boundEvent<Event extends InboundEvent>(event: Event): Event {
  const { what } = event;
  const isOfSomebody = isShort(event.friendExternalId) && isShort(event.threadExternalId);
  return {
    ...event,
    vendorEventId: shortened(event.vendorEventId),
    friendExternalId: isOfSomebody ? event.friendExternalId : null,
    threadExternalId: isOfSomebody ? event.threadExternalId : null,
    what: 'vendorMessageId' in what ? { ...what, vendorMessageId: shortened(what.vendorMessageId) } : what,
  };
}

const isShort = (id: string | null): boolean => id === null || id.length <= LONGEST_ID;

const shortened = (id: string): string =>
  isShort(id) ? id : `hash-${createHash('sha256').update(id).digest('hex')}`;

/** Of a signed call, and still not ours: no more of it stands in the log than an id has. */
const loggedId = (id: string | null): string => (id ?? '').replaceAll(/[^\w-]/g, '').slice(0, LONGEST_LOGGED);
const LONGEST_LOGGED = 64;

interface WebhookCall {
  readonly accountId: AccountId;
  readonly channelId: ChannelId;
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A call to the webhook of a vendor's app, for any of the channels that were connected by it. */
interface AppWebhookCall extends Omit<WebhookCall, 'channelId'> {
  readonly appHookId: string;
}

/** Each resolves when the events are stored; only then may the vendor get its 200. */
interface ReceiveWebhook {
  ofChannel(call: WebhookCall): Promise<void>;
  ofApp(call: AppWebhookCall): Promise<void>;
}

interface ReceiveDependencies extends Omit<SignatureWatchDependencies, 'now'> {
  readonly directory: ChannelDirectory;
  /** Called after the commit. */
  readonly onStored: () => void;
  /** A call that was not signed was dropped; at most once a minute for each channel, with how many there were. */
  readonly onUnsigned: (call: { readonly channel: ChannelId; readonly calls: number }) => void;
  /** A call to the webhook of an app was dropped, and why; as seldom. */
  readonly onRefused: (
    call: { readonly appHook: string; readonly calls: number } & (
      | { readonly why: 'signature' }
      /** The vendor's id of the official account that the call was about; null: it names none. */
      | { readonly why: 'no such official account'; readonly officialAccount: string | null }
    ),
  ) => void;
}

const MAX_CALLS_TOGETHER = 200;

/** Signature, then storing; nothing else happens before the vendor is answered. */
export function createReceiveWebhook(dependencies: ReceiveDependencies): ReceiveWebhook {
  const { database, directory, onStored, onUnsigned, onRefused, onError } = dependencies;
  const signatures = createSignatureWatch({ ...dependencies, now: dependencies.database.now });
  const unsigned = countCalls<ChannelId>((channel, calls) => onUnsigned({ channel, calls }));
  const refuse = {
    signature: countCalls<string>((appHook, calls) => onRefused({ appHook, why: 'signature', calls })),
    account: countCalls<string>((place, calls) => {
      const [appHook = '', officialAccount = ''] = place.split(' ');
      onRefused({
        appHook,
        why: 'no such official account',
        officialAccount: officialAccount || null,
        calls,
      });
    }),
  };
  const store: GroupCommit<ReceivedEvents, void> = groupCommit(
    async (calls) => {
      await database.system((transaction) => insertEvents(transaction, calls));
      return calls.map(() => undefined);
    },
    { maxBatch: MAX_CALLS_TOGETHER, lanes: 2 },
  );

  async function storeEvents(channel: OpenChannel, rawBody: Buffer): Promise<void> {
    const { accountId, id, adapter, connection } = channel;
    const parsed = adapter.parseWebhook(rawBody);
    if (parsed.kind === 'malformed') throw new AppError('malformed_body', parsed.detail);
    if (parsed.events.length === 0) return;
    const events = parsed.events.map(boundEvent);
    await store.add({ accountId, channelId: id, events, receivedAt: new Date(database.now()) });
    onStored();
    void adapter.acknowledge?.(connection, parsed.events).catch(onError);
  }

  return {
    async ofChannel({ accountId, channelId, rawBody, headers }) {
      const channel = await directory.find(accountId, channelId);
      if (!channel || channel.isDisconnected) throw new AppError('not_found', 'Channel not found');
      requireCredentials(channel);
      if (!channel.adapter.verifyWebhook(channel.connection, rawBody, headers)) {
        signatures.failed(channel, rawBody);
        if (channel.adapter.manifest.capabilities.acceptsUnsigned) return unsigned(channelId);
        throw new AppError('signature_invalid', 'The signature does not match the body');
      }
      signatures.passed(channelId);
      return storeEvents(channel, rawBody);
    },
    async ofApp({ accountId, appHookId, rawBody, headers }) {
      const channels = await directory.findOfApp(accountId, appHookId);
      const first = channels[0];
      if (!first) throw new AppError('not_found', 'Webhook not found');
      const readable = channels.filter(({ isUnreadable }) => !isUnreadable);
      if (readable.length === 0) requireCredentials(first);
      // With the keys that this account has stored of its app, before anything of the body is read.
      const isSigned = readable.some(({ adapter, connection }) =>
        adapter.appWebhook?.verify(connection, rawBody, headers),
      );
      if (!isSigned) {
        const named = channels.find(({ externalId }) => rawBody.includes(externalId));
        signatures.failed(named ?? first, rawBody);
        return refuse.signature(appHookId);
      }
      const externalId = first.adapter.appWebhook?.accountOf(rawBody) ?? null;
      const meant = channels.find((channel) => channel.externalId === externalId);
      // An official account that is not connected in this account is ignored: other accounts are never searched.
      if (!meant) return refuse.account(`${appHookId} ${loggedId(externalId)}`);
      requireCredentials(meant);
      signatures.passed(meant.id);
      return storeEvents(meant, rawBody);
    },
  };
}

/** Vendors send again: nothing is lost if the channel gets its credentials soon. */
function requireCredentials({ isUnreadable }: OpenChannel): void {
  if (isUnreadable)
    throw new AppError(
      'channel_needs_credentials',
      "The channel's credentials cannot be read; connect it again",
    );
}

const TELL_EVERY_MS = 60_000;
const CHANNELS_COUNTED = 1_000;

/** Anybody may send what is not signed: it must not fill the log. */
function countCalls<Id extends string>(report: (id: Id, calls: number) => void): (id: Id) => void {
  const counted = new LRUCache<Id, { toldAt: number; calls: number }>({ max: CHANNELS_COUNTED });
  return (id) => {
    const count = counted.get(id) ?? { toldAt: Number.NEGATIVE_INFINITY, calls: 0 };
    count.calls += 1;
    if (performance.now() - count.toldAt >= TELL_EVERY_MS) {
      report(id, count.calls);
      count.toldAt = performance.now();
      count.calls = 0;
    }
    counted.set(id, count);
  };
}

interface SignatureWatchDependencies {
  readonly database: Database;
  readonly onTrouble: OnChannelTrouble;
  /** For the log: the secret of this channel is wrong. */
  readonly onSecretWrong: (channel: { readonly channel: ChannelId; readonly calls: number }) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface SignatureWatch {
  passed(id: ChannelId): void;
  /** A call whose signature does not match. Never fails and never waits. */
  failed(channel: OpenChannel, rawBody: Buffer): void;
}

interface Watched {
  /** Since the last good call. */
  calls: number;
  /** Since the last good call, with an id that strangers do not know. */
  known: number;
  /** Nothing is asked before. */
  nextAt: number;
}

/** Anybody can post junk to a webhook: it must neither raise an alarm nor make us flood the vendor. */
const ASK_EVERY_MS = 10 * 60_000;
const AFTER_UNKNOWN_MS = 60_000;
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 4;
const CHANNELS_WATCHED = 5_000;
/** Where the vendor can't be asked. */
const KNOWN_CALLS = 2;

/** Notices a webhook secret that was issued anew at the vendor: all its calls fail, and nothing else says so. */
function createSignatureWatch(dependencies: SignatureWatchDependencies): SignatureWatch {
  const { now, onError } = dependencies;
  const watched = new LRUCache<ChannelId, Watched>({ max: CHANNELS_WATCHED });
  let running = 0;

  async function look(channel: OpenChannel, entry: Watched, rawBody: Buffer): Promise<void> {
    const { checkSecret } = channel.adapter;
    if (!checkSecret) {
      entry.nextAt = now() + LOOK_EVERY_MS;
      if (await namesWhoIsKnown(dependencies.database, channel, rawBody)) entry.known += 1;
      if (entry.known < KNOWN_CALLS) return;
    } else {
      entry.nextAt = now() + ASK_EVERY_MS;
      const check = await checkSecret.call(channel.adapter, channel.connection);
      if (check === 'unknown') entry.nextAt = now() + AFTER_UNKNOWN_MS;
      if (check !== 'wrong') return;
    }
    // A good call came in while the vendor was asked.
    if (watched.get(channel.id) !== entry) return;
    entry.nextAt = now() + ASK_EVERY_MS;
    await report(dependencies, channel, entry.calls);
  }

  return {
    passed: (id) => void watched.delete(id),
    failed(channel, rawBody) {
      const entry = watched.get(channel.id) ?? { calls: 0, known: 0, nextAt: 0 };
      watched.set(channel.id, entry);
      entry.calls += 1;
      if (entry.nextAt > now() || running >= AT_ONCE) return;
      running += 1;
      void look(channel, entry, rawBody)
        .catch(onError)
        .finally(() => {
          running -= 1;
        });
    },
  };
}

const LOOKED_AT_BYTES = 4_096;
const MOST_IDS = 50;

/** Strangers do not know these ids, so such a call comes from the vendor. What is not signed is not parsed. */
async function namesWhoIsKnown(
  database: Database,
  { accountId, id }: OpenChannel,
  rawBody: Buffer,
): Promise<boolean> {
  const words = rawBody.toString('latin1', 0, LOOKED_AT_BYTES).match(/[\w-]{6,64}/g) ?? [];
  const ids = [...new Set(words)].slice(0, MOST_IDS);
  return (
    ids.length > 0 &&
    database.account(accountId, (transaction) => contacts.isKnownToChannel(transaction, id, ids))
  );
}

async function report(
  { database, onTrouble, onSecretWrong }: SignatureWatchDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ChannelId },
  calls: number,
): Promise<void> {
  onSecretWrong({ channel: id, calls });
  await database.account(accountId, (transaction) => updateHealth(transaction, id, 'secret_wrong'));
  onTrouble(accountId, id, 'secret_wrong');
}
