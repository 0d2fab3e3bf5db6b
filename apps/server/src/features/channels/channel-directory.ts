import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import { SEAL_PREFIX_BYTES, type SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { markUnreadable } from './access/access.store.ts';
import { createRecoveryFiles } from './access/recovery-files.ts';
import {
  createAccessRenewer,
  type OnChannelTrouble,
  type RenewedAccess,
  type RenewOptions,
} from './access/renew-access.ts';
import { type NoAccess, withoutAccess } from './attention.ts';
import { findForTraffic, type TrafficRow } from './channels.store.ts';
import { findOfApp } from './connect/apps.store.ts';
import { createCallRecorder, type OnCallsDropped, recordCalls } from './log/record-requests.ts';

/** An adapter for each kind, for the vendor itself and for its sandbox. */
export interface ChannelAdapters {
  /** Null when this installation has no such kind. */
  find(kind: string, options: { sandbox: boolean }): ChannelAdapter | null;
  readonly kinds: readonly string[];
}

/** A channel ready to be used: its adapter and its opened credentials. */
export interface OpenChannel {
  readonly accountId: AccountId;
  readonly id: ChannelId;
  readonly kind: string;
  readonly name: string;
  readonly sandbox: boolean;
  readonly isPaused: boolean;
  readonly batchingDelay: number;
  /** As it is stored; `ChannelSettings` of the contract once it is read. */
  readonly settings: unknown;
  readonly credentialsVersion: number;
  /** The channel has to be connected again; `adapter` makes no calls until then. */
  readonly accessLost: boolean;
  /** By somebody here: its webhook is refused until it is connected again. */
  readonly isDisconnected: boolean;
  /** Its credentials open with no key of this server: signatures cannot be checked. */
  readonly isUnreadable: boolean;
  readonly adapter: ChannelAdapter;
  readonly connection: { readonly credentials: unknown };
}

export interface ChannelDirectory {
  /**
   * With access that was renewed when it was due. Null when there is no such channel. Answers are remembered for a
   * moment. Never inside of a transaction: the vendor may be asked.
   */
  open(accountId: AccountId, id: ChannelId): Promise<OpenChannel | null>;
  /** As it is stored, for those who don't call the vendor: signatures, simulators. Never inside of a transaction. */
  find(accountId: AccountId, id: ChannelId): Promise<OpenChannel | null>;
  /** The same inside of a transaction, whose connection it uses: for messages to be planned. */
  findIn(transaction: AccountTransaction, id: ChannelId): Promise<OpenChannel | null>;
  /** The channels of this account that were connected by the app of a webhook. */
  findOfApp(
    accountId: AccountId,
    appHookId: string,
  ): Promise<(OpenChannel & { readonly externalId: string })[]>;
  /**
   * The vendor refused the access of `since` (absent: what was last handed out): it is renewed, unless somebody has
   * done so meanwhile. Null: it is lost. When the vendor can't be asked, the channel's calls end in a refusal that
   * may be tried again.
   */
  renewed(accountId: AccountId, id: ChannelId, since?: number): Promise<OpenChannel | null>;
  /** Asks the vendor with what is stored, also when access counts as lost. True: there is new access. */
  regain(accountId: AccountId, id: ChannelId): Promise<boolean>;
  /** Brings in what was renewed here and never stored. */
  recoverAll(): Promise<void>;
  /** Whether `open` would ask the vendor. */
  isDue(row: TrafficRow): boolean;
  /** A channel was changed or deleted here. */
  forget(id: ChannelId): void;
  /** It was changed by another process or thread. */
  heardOfChange(id: ChannelId): void;
  /** It is gone, and so is what was kept of its access. */
  forgetForGood(id: ChannelId): Promise<void>;
  sealCredentials(id: ChannelId, credentials: unknown): Buffer;
  /** Writes what is left of the delivery log. */
  drain(): Promise<void>;
}

interface DirectoryOptions {
  /** The folder where renewed access waits for the database. */
  readonly recoveryFolder?: string;
  readonly onTrouble?: OnChannelTrouble;
  /** Called with channels that other processes should drop from their caches. */
  readonly onForgotten?: (id: ChannelId) => void;
  readonly onError?: (error: unknown) => void;
  /** Called when calls are missing from the delivery log; absent: there is no log. */
  readonly onCallsDropped?: OnCallsDropped;
}

const REMEMBER_MS = 3_000;
const SIZE = 5_000;
/** Before access that is new is taken for refused. */
const REST_MS = 30_000;
/** After a vendor could not be asked; doubled with each further time. */
const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 10 * 60_000;
const NO_VERSION = -1;

interface Known {
  readonly channel: OpenChannel;
  /** Until when the database is not asked again. */
  until: number;
  readonly renewedAt: number | null;
}

/** Opens channels by id without asking the database for every webhook, and keeps their access fresh. */
export function createChannelDirectory(
  database: Database,
  adapters: ChannelAdapters,
  secretBox: SecretBox,
  {
    recoveryFolder,
    onTrouble = () => undefined,
    onForgotten = () => undefined,
    onError = () => undefined,
    onCallsDropped,
  }: DirectoryOptions = {},
): ChannelDirectory {
  const known = new LRUCache<ChannelId, Known>({ max: SIZE });
  /** Channels whose vendor could not be asked: until when nobody asks again. */
  const resting = new LRUCache<ChannelId, { readonly until: number; readonly ms: number }>({ max: SIZE });
  /** Many ask for one channel in the moment in which it is remembered no longer: the database is asked once. */
  const reading = new Map<
    ChannelId,
    { readonly accountId: AccountId; readonly channel: Promise<OpenChannel | null> }
  >();
  let changes = 0;
  const recovery = recoveryFolder === undefined ? null : createRecoveryFiles(recoveryFolder);
  function tryCredentials(row: TrafficRow): unknown {
    const opened = secretBox.tryOpen(row.credentials, row.id);
    if (opened !== null) return JSON.parse(opened);
    // What has nothing to be typed has no secrets either.
    const isBuiltIn = adapters.find(row.kind, row)?.manifest.connect === 'built-in';
    return isBuiltIn ? {} : null;
  }
  function openCredentials(row: TrafficRow): unknown {
    const credentials = tryCredentials(row);
    if (credentials === null) throw new Error(`the credentials of channel ${row.id} open with no key`);
    return credentials;
  }
  const sealCredentials = (id: ChannelId, credentials: unknown): Buffer =>
    secretBox.seal(JSON.stringify(credentials), id);
  const recorder = onCallsDropped ? createCallRecorder(database, { onDropped: onCallsDropped }) : null;
  function adapterOf(accountId: AccountId, row: TrafficRow): ChannelAdapter | null {
    const adapter = adapters.find(row.kind, row);
    if (!adapter || !recorder) return adapter;
    return recordCalls(adapter, (call) => recorder.record(accountId, row.id, call), database.now);
  }
  const unreadable = createUnreadableNotice({ database, onTrouble, onError });
  const renewer = createAccessRenewer({
    database,
    recovery,
    onTrouble,
    onError,
    renewalOf: (accountId, row) => adapterOf(accountId, row)?.renewal ?? null,
    openCredentials,
    sealCredentials,
  });

  function openRow(accountId: AccountId, row: TrafficRow, why: NoAccess | null): OpenChannel {
    const adapter = adapterOf(accountId, row);
    if (!adapter) throw new Error(`no adapter for channels of kind ${row.kind}`);
    const { credentials: _, ...shown } = row;
    const credentials = tryCredentials(row);
    const isUnreadable = credentials === null;
    const noAccess = why ?? (isUnreadable ? 'unreadable' : null);
    return {
      ...shown,
      accountId,
      isUnreadable,
      adapter: noAccess ? withoutAccess(adapter, noAccess) : adapter,
      connection: { credentials },
    };
  }

  function remember(accountId: AccountId, row: TrafficRow, renewedAt: number | null): OpenChannel {
    const channel = openRow(accountId, row, row.accessLost ? 'lost' : null);
    if (channel.isUnreadable) unreadable.found(accountId, row);
    known.set(row.id, { channel, until: database.now() + REMEMBER_MS, renewedAt });
    return channel;
  }

  function findCached(accountId: AccountId, id: ChannelId): OpenChannel | null {
    const cached = known.get(id);
    const isFresh = cached && cached.until > database.now() && cached.channel.accountId === accountId;
    return isFresh ? cached.channel : null;
  }

  async function find(accountId: AccountId, id: ChannelId): Promise<OpenChannel | null> {
    const cached = findCached(accountId, id);
    if (cached) return cached;
    const asked = reading.get(id);
    if (asked?.accountId === accountId) return asked.channel;
    const channel = read(accountId, id).finally(() => {
      if (reading.get(id)?.channel === channel) reading.delete(id);
    });
    reading.set(id, { accountId, channel });
    return channel;
  }

  /** Not cached: the caller's transaction may have changed the channel, or see it as it was. */
  async function findIn(transaction: AccountTransaction, id: ChannelId): Promise<OpenChannel | null> {
    const { accountId } = transaction;
    const cached = findCached(accountId, id);
    if (cached) return cached;
    const row = await findForTraffic(transaction, id);
    return row && openRow(accountId, row, row.accessLost ? 'lost' : null);
  }

  async function read(accountId: AccountId, id: ChannelId): Promise<OpenChannel | null> {
    const before = changes;
    const row = await database.account(accountId, (transaction) =>
      transaction.last(() => findForTraffic(transaction, id)),
    );
    if (!row) return null;
    // What was changed while it was read is not remembered as it was.
    if (changes !== before) return openRow(accountId, row, row.accessLost ? 'lost' : null);
    return remember(accountId, row, known.get(id)?.renewedAt ?? null);
  }

  function heardOfChange(id: ChannelId): void {
    changes += 1;
    known.delete(id);
    reading.delete(id);
  }

  /** Null: there is no such channel (any more). */
  async function renew(
    accountId: AccountId,
    id: ChannelId,
    since: number,
    options?: RenewOptions,
  ): Promise<RenewedAccess | null> {
    const access = await renewer.renew(accountId, id, since, options);
    if (access?.kind === 'away') return rest(access);
    resting.delete(id);
    if (access) {
      const isNew = since !== NO_VERSION && access.row.credentialsVersion !== since;
      remember(accountId, access.row, isNew ? database.now() : (known.get(id)?.renewedAt ?? null));
    }
    return access;
  }

  function rest(access: RenewedAccess): RenewedAccess {
    const { id } = access.row;
    const before = resting.get(id);
    // Several who were told together rest once.
    if (before && before.until > database.now()) return access;
    const ms = before ? Math.min(before.ms * 2, LONGEST_REST_MS) : FIRST_REST_MS;
    resting.set(id, { ms, until: database.now() + ms });
    return access;
  }

  function forget(id: ChannelId): void {
    heardOfChange(id);
    onForgotten(id);
  }

  const isResting = (id: ChannelId): boolean => (resting.get(id)?.until ?? 0) > database.now();
  const dueOf = (adapter: ChannelAdapter | null, credentials: unknown): boolean => {
    const due = adapter?.renewal?.dueAt(credentials) ?? null;
    return due !== null && due <= database.now();
  };

  return {
    find,
    findIn,
    async findOfApp(accountId, appHookId) {
      const rows = await database.account(accountId, (transaction) => findOfApp(transaction, appHookId));
      const channels = await Promise.all(
        rows.map(async ({ id, externalId }) => {
          const channel = await find(accountId, id);
          return channel?.adapter.appWebhook ? [{ ...channel, externalId }] : [];
        }),
      );
      return channels.flat();
    },
    async open(accountId, id) {
      const channel = await find(accountId, id);
      if (!channel || channel.accessLost || channel.isUnreadable || isResting(id)) return channel;
      if (!dueOf(channel.adapter, channel.connection.credentials)) return channel;
      const access = await renew(accountId, id, channel.credentialsVersion);
      return access && openRow(accountId, access.row, access.row.accessLost ? 'lost' : null);
    },
    async renewed(accountId, id, since) {
      const channel = await find(accountId, id);
      if (!channel || channel.accessLost || channel.isUnreadable) return null;
      const entry = known.get(id);
      const isNew = database.now() - (entry?.renewedAt ?? 0) < REST_MS;
      if (since === undefined ? isNew : since !== channel.credentialsVersion) return channel;
      if (isResting(id)) return { ...channel, adapter: withoutAccess(channel.adapter, 'away') };
      const access = await renew(accountId, id, channel.credentialsVersion);
      if (!access || access.kind === 'lost') return null;
      return openRow(accountId, access.row, access.kind === 'away' ? 'away' : null);
    },
    async regain(accountId, id) {
      const channel = await find(accountId, id);
      if (!channel) return false;
      const access = await renew(accountId, id, channel.credentialsVersion, { evenIfLost: true });
      return (
        access?.kind === 'fresh' &&
        !access.row.accessLost &&
        access.row.credentialsVersion !== channel.credentialsVersion
      );
    },
    async recoverAll() {
      for (const id of (await recovery?.list()) ?? []) {
        const left = await recovery?.read(id).catch(onError);
        if (left) await renew(left.accountId, id, NO_VERSION).catch(onError);
      }
    },
    isDue: (row) => {
      const credentials = tryCredentials(row);
      return credentials !== null && dueOf(adapters.find(row.kind, row), credentials);
    },
    forget,
    heardOfChange,
    async forgetForGood(id) {
      forget(id);
      await recovery?.remove(id);
    },
    sealCredentials,
    drain: async () => recorder?.drain(),
  };
}

interface Noticing {
  readonly database: Database;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
}

/** Says once that a channel needs its credentials again: on its page and list, on Home, and to those who look after it. */
function createUnreadableNotice({ database, onTrouble, onError }: Noticing) {
  const reported = new Set<string>();

  async function reportUnreadable(accountId: AccountId, row: TrafficRow): Promise<void> {
    const prefix = row.credentials.subarray(0, SEAL_PREFIX_BYTES);
    const outcome = await database.system((transaction) =>
      markUnreadable(transaction, { accountId, ...row, keyId: prefix.subarray(SEAL_PREFIX_BYTES - 8) }),
    );
    if (outcome === 'marked') onTrouble(accountId, row.id, 'lost');
    if (outcome === 'key-elsewhere')
      onError(
        new Error(
          `channel ${row.id} is sealed with a key that this server was not given; restart it with both`,
        ),
      );
  }

  return {
    found(accountId: AccountId, row: TrafficRow): void {
      const name = `${row.id}/${row.credentialsVersion}`;
      if (row.accessLost || reported.has(name)) return;
      reported.add(name);
      reportUnreadable(accountId, row).catch((error: unknown) => {
        reported.delete(name);
        onError(error);
      });
    },
  };
}
