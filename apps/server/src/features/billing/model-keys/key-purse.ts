import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, ModelKeyId } from '@hanasu/contract/ids';
import { MODEL_KEY_REFUSALS } from '@hanasu/contract/model-keys';
import type { OwnEntry } from '@hanasu/models/catalogue/catalogue-entry';
import type { KeyTrouble } from '@hanasu/models/gateway/key-trouble';
import { microsOf, TOKENS_PER_MICRO } from '@hanasu/models/tokens/estimate-tokens';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type CallUrgency, PATIENCE_MS } from '../calls/room-for-call.ts';
import {
  insertMoney,
  type KeyRoom,
  markRefused,
  markWorking,
  readKeyRoom,
  type SettledMoney,
  settleMoney,
} from './model-keys.store.ts';

interface MoneyCall {
  readonly accountId: AccountId;
  readonly entry: OwnEntry;
  /** Of the model, in prepaid tokens by its rates: what the call may cost at most, and without which it is none. */
  readonly most: number;
  readonly least: number;
  readonly urgency: CallUrgency;
  readonly signal?: AbortSignal | undefined;
}

/** Money set aside for one call. */
export interface HeldMoney {
  readonly kind: 'granted';
  readonly id: string;
  readonly keyId: ModelKeyId;
  /** What the call may cost, in prepaid tokens by the model's rates; infinite where no price is known. */
  readonly tokens: number;
  /** What it has cost, given in the same tokens: to be settled with its entry in the ledger. */
  settledFor(tokens: number): SettledMoney;
}

/** `refused`: the provider does not accept the key. `spent`: the month's limit. `busy`: other calls hold the rest. */
type MoneyForCall = HeldMoney | { readonly kind: 'refused' | 'spent' | 'busy' };

/** Pays for calls with keys of accounts: reserved before, settled after, as tokens are. */
export interface KeyPurse {
  reserve(call: MoneyCall): Promise<MoneyForCall>;
  /** No call was made, or none that cost anything. */
  release(accountId: AccountId, held: HeldMoney): Promise<void>;
  /** How the provider took the key. `failure` null: the call has succeeded. */
  report(
    accountId: AccountId,
    entry: OwnEntry,
    failure: { readonly trouble?: KeyTrouble } | null,
  ): Promise<void>;
}

/** Longer than any call may take; afterwards the money is free again by itself. */
const LIFE_SECONDS = 180;
/** A refused key is tried again by a call so often: it may have been paid for. */
const RETRY_SECONDS = 60;
const ASK_EVERY_MS = 250;

export interface PurseDependencies {
  readonly database: Database;
  /** What is remembered of the account's keys no longer holds. */
  readonly forget: (accountId: AccountId) => void;
  readonly onError: (error: unknown) => void;
}

export function createKeyPurse({ database, forget, onError }: PurseDependencies): KeyPurse {
  async function tryToReserve({ accountId, entry, ...cost }: MoneyCall): Promise<MoneyForCall> {
    const { id: keyId, isPriced } = entry.ownKey;
    return database.system(async (transaction): Promise<MoneyForCall> => {
      const room = await readKeyRoom(transaction, { accountId, keyId });
      if (!room) return { kind: 'refused' };
      const outcome = allotMoney({ most: microsOf(cost.most), least: microsOf(cost.least), isPriced }, room);
      if (outcome.kind !== 'granted') return outcome;
      const id = newId<string>();
      const { micros } = outcome;
      const life = { lifeSeconds: LIFE_SECONDS, retrySeconds: RETRY_SECONDS };
      await insertMoney(transaction, { accountId, keyId, id, micros, ...life });
      const most = isPriced ? micros * TOKENS_PER_MICRO : Number.POSITIVE_INFINITY;
      return {
        kind: 'granted',
        id,
        keyId,
        tokens: most,
        settledFor: (tokens) => ({
          accountId,
          keyId,
          moneyId: id,
          micros: isPriced ? microsOf(Math.min(most, tokens)) : null,
        }),
      };
    });
  }

  return {
    async reserve(call) {
      const endsAt = performance.now() + PATIENCE_MS[call.urgency];
      for (;;) {
        const outcome = await tryToReserve(call);
        if (outcome.kind !== 'busy' || call.signal?.aborted || performance.now() >= endsAt) return outcome;
        await sleep(ASK_EVERY_MS, undefined, { signal: call.signal }).catch(() => undefined);
      }
    },
    release: (accountId, { id, keyId }) =>
      database.system((transaction) =>
        settleMoney(transaction, [{ accountId, keyId, moneyId: id, micros: 0 }]),
      ),
    async report(accountId, { ownKey: { id: keyId, isRefused } }, failure) {
      const refusal = MODEL_KEY_REFUSALS.find((one) => one === failure?.trouble);
      // A model that is not there says nothing of the key, and what works is written down only when it did not before.
      if (!refusal && (failure || !isRefused)) return;
      try {
        await database.account(accountId, (transaction) =>
          refusal
            ? markRefused(transaction, keyId, { refusal, retrySeconds: RETRY_SECONDS })
            : markWorking(transaction, keyId),
        );
        forget(accountId);
      } catch (error) {
        onError(error);
      }
    },
  };
}

interface Wanted {
  /** Millionths of a US dollar: what the call may cost at most, and with less than which nothing can be said. */
  readonly most: number;
  readonly least: number;
  readonly isPriced: boolean;
}

type Allotted =
  | { readonly kind: 'granted'; readonly micros: number }
  | { readonly kind: 'refused' | 'spent' | 'busy' };

/**
 * What of a key's month a call may cost: never more than the limit leaves beside what other calls hold. The last call of
 * a month gets what is left, if that is enough for a word.
 */
function allotMoney({ most, least, isPriced }: Wanted, room: KeyRoom): Allotted {
  const { monthlyLimit, spent, reserved, isRefused, isSuspended } = room;
  if (isSuspended) return { kind: 'spent' };
  if (isRefused) return { kind: 'refused' };
  if (!isPriced) return { kind: 'granted', micros: 0 };
  if (monthlyLimit === null) return { kind: 'granted', micros: most };
  const left = monthlyLimit - spent;
  if (left < Math.max(1, least)) return { kind: 'spent' };
  const free = left - reserved;
  if (free >= most) return { kind: 'granted', micros: most };
  return reserved === 0 ? { kind: 'granted', micros: free } : { kind: 'busy' };
}
