import type { AccountId, PaymentId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { NewEntry } from './billing.store.ts';
import { addEntries } from './calls/charge-call.ts';
import * as store from './lots.store.ts';
import { lockBalances } from './rooms/rooms.store.ts';

interface Change {
  readonly accountId: AccountId;
  readonly kind: Exclude<NewEntry['kind'], 'call'>;
  readonly tokens: number;
  /** The same entry is refused a second time. */
  readonly id?: string;
  readonly paymentId?: PaymentId;
}

const addEntry = (transaction: SystemTransaction, { id = newId(), ...change }: Change): Promise<void> =>
  addEntries(transaction, [
    {
      ...change,
      id,
      botId: null,
      serviceUuid: null,
      channelId: null,
      conversationId: null,
      messageId: null,
      input: 0,
      output: 0,
    },
  ]);

/** Locks the balance until the transaction ends, and brings the lots up to date with it. */
async function lockLots(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await lockBalances(transaction, [accountId]);
  await store.takeSpent(transaction, accountId);
}

interface Grant {
  readonly accountId: AccountId;
  /** Id of the ledger entry. */
  readonly id: string;
  readonly tokens: number;
  /** Days until they expire; null or absent: without end. */
  readonly days?: number | null;
}

/** Adds tokens that were not paid for. */
async function grantTokens(
  transaction: SystemTransaction,
  { accountId, id, tokens, days = null }: Grant,
): Promise<void> {
  await lockLots(transaction, accountId);
  await store.insertLot(transaction, { accountId, kind: 'granted', tokens, days, paymentId: null });
  await addEntry(transaction, { accountId, id, kind: 'grant', tokens });
}

interface Purchase {
  readonly accountId: AccountId;
  readonly paymentId: PaymentId;
  readonly tokens: number;
}

/** Adds what was paid for, once: the entry has the id of the payment. `days`: how long it is good; null: without end. */
async function creditPurchase(
  transaction: SystemTransaction,
  { days, ...purchase }: Purchase & { readonly days: number | null },
): Promise<void> {
  const { accountId, paymentId, tokens } = purchase;
  await lockLots(transaction, accountId);
  await store.insertLot(transaction, { ...purchase, kind: 'paid', days });
  await addEntry(transaction, { accountId, id: paymentId, kind: 'purchase', tokens, paymentId });
}

/** Takes back so many of the tokens of a payment, or what is left of them. Answers how many. */
async function takeBackPurchase(
  transaction: SystemTransaction,
  { accountId, paymentId, tokens }: Purchase,
): Promise<number> {
  await lockLots(transaction, accountId);
  const lot = await store.findLotOfPayment(transaction, accountId, paymentId);
  const taken = Math.min(tokens, lot?.leftTokens ?? 0);
  if (!lot || taken <= 0) return 0;
  await store.changeLot(transaction, { accountId, id: lot.id, tokens: -taken });
  await addEntry(transaction, { accountId, kind: 'refund', tokens: -taken, paymentId });
  return taken;
}

/** Gives tokens back that were taken, as after a dispute that was won. */
async function returnPurchase(
  transaction: SystemTransaction,
  { accountId, paymentId, tokens }: Purchase,
): Promise<void> {
  await lockLots(transaction, accountId);
  const lot = await store.findLotOfPayment(transaction, accountId, paymentId);
  if (!lot) return;
  await store.changeLot(transaction, { accountId, id: lot.id, tokens });
  await addEntry(transaction, { accountId, kind: 'refund', tokens, paymentId });
}

/** Longer than any call holds its tokens. */
const GRACE_MINUTES = 10;

/** Ends the tokens of an account that are no longer good: an entry of the ledger says how many. */
export async function expireTokens(transaction: SystemTransaction, accountId: AccountId): Promise<void> {
  await lockLots(transaction, accountId);
  const tokens = await store.expireLots(transaction, accountId, { graceMinutes: GRACE_MINUTES });
  if (tokens > 0) await addEntry(transaction, { accountId, kind: 'expiry', tokens: -tokens });
}

const ACCOUNTS_AT_ONCE = 50;

/** Ends tokens of all accounts. What calls hold is left to them, so an account may come again. */
export async function expireAllTokens(database: Pick<Database, 'system'>): Promise<void> {
  for (;;) {
    const due = await database.system((transaction) => store.findExpiring(transaction, ACCOUNTS_AT_ONCE));
    for (const { accountId } of due)
      await database.system((transaction) => expireTokens(transaction, accountId));
    if (due.length < ACCOUNTS_AT_ONCE) return;
  }
}

/** Tokens by where they came from. */
export const tokenLots = { grantTokens, creditPurchase, takeBackPurchase, returnPurchase };
