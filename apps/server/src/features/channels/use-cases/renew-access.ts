import type { Renewal, RenewalOutcome } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import { markLost, storeRenewed, tryLockAccess } from '../access.store.ts';
import { findForTraffic, type TrafficRow } from '../channels.store.ts';
import type { RecoveryFiles } from '../recovery-files.ts';

/** Told once each: access ends soon, or is gone. */
export type OnChannelTrouble = (accountId: AccountId, channelId: ChannelId, what: 'lapsing' | 'lost') => void;

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
  renew(accountId: AccountId, id: ChannelId, since: number): Promise<RenewedAccess | null>;
}

/** Each holds a connection of the database while a vendor is asked. */
const AT_ONCE = 3;
/** Longer than a vendor is asked twice. */
const PATIENCE_MS = 25_000;
const LOOK_AGAIN_MS = 100;

/**
 * Renews access: one call to the vendor however many ask for it, in this process and in others, and what it gives
 * is stored before it is used.
 */
export function createAccessRenewer(dependencies: RenewDependencies): AccessRenewer {
  const running = new Map<string, Promise<RenewedAccess | null>>();
  /** The vendor was asked for these and never answered: one more try tells. */
  const inDoubt = new Set<ChannelId>();
  const enter = createDoor(AT_ONCE);

  async function attempt(accountId: AccountId, id: ChannelId, since: number): Promise<Turn> {
    const { database, recovery, onTrouble } = dependencies;
    const turn = await enter(() =>
      database.account(accountId, (transaction) =>
        renewLocked(dependencies, transaction, { id, since, inDoubt }),
      ),
    );
    // After the commit, and not before: until then it is the only copy.
    if (turn.settled) await recovery?.remove(id);
    if (turn.isNewsOfLoss) onTrouble(accountId, id, 'lost');
    return turn;
  }

  async function renew(accountId: AccountId, id: ChannelId, since: number): Promise<RenewedAccess | null> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const turn = await attempt(accountId, id, since);
      if (turn.access !== 'busy') return turn.access;
      if (Date.now() > end) return stillBusy(dependencies, accountId, id);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  return {
    renew(accountId, id, since) {
      const key = `${id}/${since}`;
      const current = running.get(key);
      if (current) return current;
      const renewing = renew(accountId, id, since).finally(() => running.delete(key));
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
}

interface Wanted {
  readonly id: ChannelId;
  readonly since: number;
  readonly inDoubt: Set<ChannelId>;
}

/**
 * The one place where a transaction spans a call to a vendor: a rotating token must not be used by two, and the lock
 * has to end with the process that holds it.
 */
async function renewLocked(
  dependencies: RenewDependencies,
  transaction: AccountTransaction,
  { id, since, inDoubt }: Wanted,
): Promise<Turn> {
  if (!(await tryLockAccess(transaction, id))) return { access: 'busy' };
  const row = await findForTraffic(transaction, id);
  if (!row) return { access: null, settled: true };
  const recovered = await recover(dependencies, transaction, row);
  if (recovered) return { access: { kind: 'fresh', row: recovered }, settled: true };
  if (row.accessLost) return { access: { kind: 'lost', row }, settled: true };
  const renewal = dependencies.renewalOf(transaction.accountId, row);
  if (!renewal || row.credentialsVersion !== since) return { access: { kind: 'fresh', row }, settled: true };
  const credentials = dependencies.openCredentials(row);
  const outcome = await askVendor(renewal, credentials, inDoubt.has(id));
  switch (outcome.kind) {
    case 'renewed':
      inDoubt.delete(id);
      return keep(dependencies, transaction, row, outcome.credentials);
    case 'refused':
      inDoubt.delete(id);
      dependencies.onError(new Error(`access of channel ${id} was refused: ${outcome.detail}`));
      return lose(transaction, row);
    case 'unreachable':
      if (outcome.isDoubtful) inDoubt.add(id);
      return { access: { kind: 'away', row } };
    default:
      return outcome satisfies never;
  }
}

type VendorAnswer =
  | Extract<RenewalOutcome<unknown>, { kind: 'renewed' | 'refused' }>
  | { readonly kind: 'unreachable'; readonly isDoubtful: boolean };

/**
 * No answer may mean that the old token is used up. Trying it once more tells; a second silence counts as no. Where
 * access never lapses for good, there is nothing to use up.
 */
async function askVendor(
  renewal: Renewal<unknown>,
  credentials: unknown,
  isDoubtful: boolean,
): Promise<VendorAnswer> {
  const answer = await renewal.renew({ credentials });
  if (answer.kind === 'unreachable') return { kind: 'unreachable', isDoubtful };
  if (answer.kind !== 'unknown') return answer;
  if (renewal.lapsesAt(credentials) === null) return { kind: 'unreachable', isDoubtful: false };
  return isDoubtful ? { ...answer, kind: 'refused' } : askVendor(renewal, credentials, true);
}

/** Written down first, stored second, used third. */
async function keep(
  { recovery, sealCredentials, renewalOf, onError }: RenewDependencies,
  transaction: AccountTransaction,
  row: TrafficRow,
  given: unknown,
): Promise<Turn> {
  const { accountId } = transaction;
  const credentials = sealCredentials(row.id, given);
  const file = { accountId, version: row.credentialsVersion, credentials: credentials.toString('base64') };
  await recovery?.write(row.id, file).catch(onError);
  const lapsesAt = renewalOf(transaction.accountId, row)?.lapsesAt(given) ?? null;
  const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
  await storeRenewed(transaction, row, { credentials, accessLapsesAt });
  return stored(transaction, row.id);
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
  const lapsesAt =
    renewalOf(transaction.accountId, row)?.lapsesAt(openCredentials({ ...row, credentials })) ?? null;
  const accessLapsesAt = lapsesAt === null ? null : new Date(lapsesAt);
  await storeRenewed(transaction, row, { credentials, accessLapsesAt });
  return findForTraffic(transaction, row.id);
}

/** Whatever stands there now: newer credentials, of somebody who connected meanwhile, win. */
async function stored(transaction: AccountTransaction, id: ChannelId): Promise<Turn> {
  const row = await findForTraffic(transaction, id);
  return { access: row && { kind: 'fresh', row }, settled: true };
}

async function lose(transaction: AccountTransaction, row: TrafficRow): Promise<Turn> {
  if (!(await markLost(transaction, row))) return stored(transaction, row.id);
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

/** Lets so many in at once; the others wait their turn. */
function createDoor(most: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
