import type { Renewal, RenewalOutcome } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { createDoor } from '../../../platform/workers/door.ts';
import { TOKEN_REFUSED } from '../attention.ts';
import { findForTraffic, type TrafficRow } from '../channels.store.ts';
import { markDelayed, markLost, storeRenewed, tryLockAccess } from './access.store.ts';
import type { RecoveryFiles } from './recovery-files.ts';

/** What the owner is notified of, once a day each. */
type ChannelTrouble = 'lapsing' | 'lost' | 'renewal_failing' | 'token_refused' | 'secret_wrong' | 'suspended';
export type OnChannelTrouble = (accountId: AccountId, channelId: ChannelId, what: ChannelTrouble) => void;

export interface RenewDependencies {
  readonly database: Database;
  readonly recovery: RecoveryFiles | null;
  readonly onTrouble: OnChannelTrouble;
  readonly onError: (error: unknown) => void;
  /** Null where access never lapses. */
  readonly renewalOf: (accountId: AccountId, row: TrafficRow) => Renewal<unknown> | null;
  readonly openCredentials: (row: TrafficRow) => unknown;
  readonly sealCredentials: (id: ChannelId, credentials: unknown) => Buffer;
}

export type RenewedAccess =
  /** By this call, or by somebody else meanwhile. */
  | { readonly kind: 'fresh'; readonly row: TrafficRow }
  | { readonly kind: 'lost'; readonly row: TrafficRow }
  /** The vendor could not be asked; `row` is as it was. */
  | { readonly kind: 'away'; readonly row: TrafficRow };

export interface AccessRenewer {
  /** New access for whoever holds the credentials of that version. Null: there is no such channel. */
  renew(
    accountId: AccountId,
    id: ChannelId,
    since: number,
    options?: RenewOptions,
  ): Promise<RenewedAccess | null>;
}

export interface RenewOptions {
  /** The vendor is asked although access counts as lost: it may have been a mistake. */
  readonly evenIfLost?: boolean;
}

/** Each holds a connection of the database while a vendor is asked. */
const AT_ONCE = 3;
/** Longer than a vendor is asked. */
const PATIENCE_MS = 25_000;
const LOOK_AGAIN_MS = 100;

/**
 * Renews access: one call to the vendor however many ask for it, in this process and in others, and what it gives
 * is stored before it is used.
 */
export function createAccessRenewer(dependencies: RenewDependencies): AccessRenewer {
  const running = new Map<string, Promise<RenewedAccess | null>>();
  /** Tries that came to nothing, in a row. */
  const failures = new Map<ChannelId, number>();
  const enter = createDoor(AT_ONCE);

  async function attempt(accountId: AccountId, wanted: Wanted): Promise<Turn> {
    const { database, recovery, onTrouble } = dependencies;
    const { id } = wanted;
    const turn = await enter(() =>
      database.account(accountId, (transaction) => renewLocked(dependencies, transaction, wanted)),
    );
    if (turn.failure === undefined) {
      if (turn.access !== 'busy') failures.delete(id);
    } else if (await isLasting(accountId, id, turn.failure)) onTrouble(accountId, id, 'renewal_failing');
    // After the commit, and not before: until then it is the only copy.
    if (turn.settled) await recovery?.remove(id);
    if (turn.isNewsOfLoss) onTrouble(accountId, id, 'lost');
    if (turn.notice) onTrouble(accountId, id, turn.notice);
    return turn;
  }

  /** Notes a failure; true when its owner is to hear of it now. A single one passes by itself more often than not. */
  async function isLasting(accountId: AccountId, id: ChannelId, detail: string): Promise<boolean> {
    const before = failures.get(id) ?? 0;
    failures.set(id, before + 1);
    dependencies.onError(new Error(`access of channel ${id} could not be renewed: ${detail}`));
    await dependencies.database.account(accountId, (transaction) => markDelayed(transaction, id, detail));
    return before === 1;
  }

  async function renew(accountId: AccountId, wanted: Wanted): Promise<RenewedAccess | null> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const turn = await attempt(accountId, wanted);
      if (turn.access !== 'busy') return turn.access;
      if (performance.now() > end) return stillBusy(dependencies, accountId, wanted.id);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  return {
    renew(accountId, id, since, { evenIfLost = false } = {}) {
      const key = `${id}/${since}/${evenIfLost}`;
      const current = running.get(key);
      if (current) return current;
      const renewing = renew(accountId, { id, since, evenIfLost }).finally(() => running.delete(key));
      running.set(key, renewing);
      return renewing;
    },
  };
}

/** How one transaction under the lock ended. */
interface Turn {
  readonly access: RenewedAccess | 'busy' | null;
  /** What lay in the recovery file is stored, or of no use any more. */
  readonly settled?: boolean;
  readonly isNewsOfLoss?: boolean;
  readonly notice?: 'token_refused';
  /** Why the vendor gave nothing; it is asked again later. */
  readonly failure?: string;
}

interface Wanted {
  readonly id: ChannelId;
  readonly since: number;
  readonly evenIfLost: boolean;
}

/**
 * The one place where a transaction spans a call to a vendor: a rotating token must not be used by two, and the lock
 * has to end with the process that holds it.
 */
async function renewLocked(
  dependencies: RenewDependencies,
  transaction: AccountTransaction,
  { id, since, evenIfLost }: Wanted,
): Promise<Turn> {
  if (!(await tryLockAccess(transaction, id))) return { access: 'busy' };
  const row = await findForTraffic(transaction, id);
  if (!row) return { access: null, settled: true };
  const recovered = await recover(dependencies, transaction, row);
  if (recovered) return { access: { kind: 'fresh', row: recovered }, settled: true };
  if (row.accessLost && !evenIfLost) return { access: { kind: 'lost', row }, settled: true };
  const renewal = dependencies.renewalOf(transaction.accountId, row);
  if (!renewal || row.credentialsVersion !== since) return { access: { kind: 'fresh', row }, settled: true };
  const credentials = dependencies.openCredentials(row);
  const outcome = await renewal.renew({ credentials });
  switch (outcome.kind) {
    case 'renewed':
      return keep(dependencies, transaction, row, outcome);
    case 'refused':
      dependencies.onError(new Error(`access of channel ${id} was refused: ${outcome.detail}`));
      return lose(transaction, row, outcome.detail);
    // Without an answer the token may be used up. Only the vendor's refusal of it would say so.
    case 'unknown':
    case 'unreachable':
      return { access: { kind: 'away', row }, failure: outcome.detail };
    default:
      return outcome satisfies never;
  }
}

/** Written down first, stored second, used third. */
async function keep(
  { recovery, sealCredentials, renewalOf, onError }: RenewDependencies,
  transaction: AccountTransaction,
  row: TrafficRow,
  { credentials: given, notice }: RenewalOutcome<unknown> & { kind: 'renewed' },
): Promise<Turn> {
  const { accountId } = transaction;
  const credentials = sealCredentials(row.id, given);
  const file = { accountId, version: row.credentialsVersion, credentials: credentials.toString('base64') };
  await recovery?.write(row.id, file).catch(onError);
  const lapsesAt = renewalOf(transaction.accountId, row)?.lapsesAt(given) ?? null;
  const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
  const attention = notice === undefined ? null : TOKEN_REFUSED;
  await storeRenewed(transaction, row, { credentials, accessLapsesAt, attention });
  return { ...(await stored(transaction, row.id)), ...(notice === undefined ? {} : { notice }) };
}

/** Renewed here before, but it never came into the database; null when there is nothing of use. */
async function recover(
  { recovery, renewalOf, openCredentials, onError }: RenewDependencies,
  transaction: AccountTransaction,
  row: TrafficRow,
): Promise<TrafficRow | null> {
  const found = await recovery?.read(row.id).catch((error: unknown) => {
    onError(error);
    return null;
  });
  if (!found || found.version !== row.credentialsVersion) return null;
  const credentials = Buffer.from(found.credentials, 'base64');
  const opened = openedOf(() => openCredentials({ ...row, credentials }), onError);
  if (opened === null) return null;
  const lapsesAt = renewalOf(transaction.accountId, row)?.lapsesAt(opened) ?? null;
  const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
  await storeRenewed(transaction, row, { credentials, accessLapsesAt });
  return findForTraffic(transaction, row.id);
}

/** Null: sealed with a key that is gone. */
function openedOf(open: () => unknown, onError: (error: unknown) => void): unknown {
  try {
    return open();
  } catch (error) {
    onError(error);
    return null;
  }
}

/** Whatever stands there now: newer credentials, of somebody who connected meanwhile, win. */
async function stored(transaction: AccountTransaction, id: ChannelId): Promise<Turn> {
  const row = await findForTraffic(transaction, id);
  return { access: row && { kind: 'fresh', row }, settled: true };
}

async function lose(transaction: AccountTransaction, row: TrafficRow, detail: string): Promise<Turn> {
  if (row.accessLost) return { access: { kind: 'lost', row }, settled: true };
  if (!(await markLost(transaction, row, detail))) return stored(transaction, row.id);
  return { access: { kind: 'lost', row: { ...row, accessLost: true } }, settled: true, isNewsOfLoss: true };
}

async function stillBusy(
  { database }: RenewDependencies,
  accountId: AccountId,
  id: ChannelId,
): Promise<RenewedAccess | null> {
  const row = await database.account(accountId, (transaction) => findForTraffic(transaction, id));
  return row && { kind: 'away', row };
}
