import type { AccountId } from '@hanasu/contract/ids';
import {
  createAccountModels,
  type OwnKey,
  type ThoughtMemories,
} from '@hanasu/models/registry/account-models';
import type { KeyedProvider, ModelRegistry } from '@hanasu/models/registry/model-registry';
import { LRUCache } from 'lru-cache';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { createKeyPurse, type KeyPurse } from './key-purse.ts';
import { keyContext, listKeys, type ModelKeyRow } from './model-keys.store.ts';

/** Every call of a model begins here: which models an account has, with whose key, and how it pays. */
export interface ModelAccess {
  /** `transaction`: one that is open already, for whoever must not wait for another connection. */
  of(accountId: AccountId, transaction?: AccountTransaction): Promise<ModelRegistry>;
  readonly purse: KeyPurse;
  /** Its keys were changed, here or elsewhere. */
  forget(accountId: AccountId): void;
}

export interface ModelAccessDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  /** The models of the installation. */
  readonly hostModels: ModelRegistry;
  readonly providerUrls: Readonly<Record<KeyedProvider, string>>;
  /** Asks servers whose addresses people have typed; it waits as long as an answer may take. */
  readonly askModels: GuardedFetch;
  /** Others have to forget as well. */
  readonly onForgotten: (accountId: AccountId) => void;
  readonly onError: (error: unknown) => void;
}

/** A change is heard of at once; this is for a process that missed it. */
const REMEMBER_MS = 5_000;
const ACCOUNTS_MAX = 5_000;
/** How a model marks its thoughts: the first answer after that is held back until its end. */
const REMEMBER_THOUGHTS_MS = 7 * 24 * 60 * 60 * 1_000;
const MODELS_MAX = 20_000;

export function createModelAccess(dependencies: ModelAccessDependencies): ModelAccess {
  const { database, onForgotten, onError } = dependencies;
  const known = new LRUCache<AccountId, Promise<ModelRegistry>>({ max: ACCOUNTS_MAX, ttl: REMEMBER_MS });
  const thoughts: ThoughtMemories = new LRUCache({ max: MODELS_MAX, ttl: REMEMBER_THOUGHTS_MS });

  async function read(accountId: AccountId, transaction?: AccountTransaction): Promise<ModelRegistry> {
    const rows = await (transaction ? listKeys(transaction) : database.account(accountId, listKeys));
    return modelsWith(
      { ...dependencies, thoughts },
      rows.flatMap((row) => openKey(dependencies, accountId, row) ?? []),
    );
  }

  return {
    of(accountId, transaction) {
      const found = known.get(accountId);
      if (found) return found;
      if (transaction) return read(accountId, transaction);
      const reading = read(accountId);
      known.set(accountId, reading);
      reading.catch(() => known.delete(accountId));
      return reading;
    },
    forget: (accountId) => void known.delete(accountId),
    purse: createKeyPurse({
      database,
      onError,
      forget(accountId) {
        known.delete(accountId);
        onForgotten(accountId);
      },
    }),
  };
}

type ModelsDependencies = Pick<ModelAccessDependencies, 'hostModels' | 'providerUrls' | 'askModels'> & {
  /** Not for the check of a key: its answers are short, and a thought that was cut unsaid would pass for one. */
  readonly thoughts?: ThoughtMemories;
};

/** The models of an account that has these keys. */
export const modelsWith = (
  { hostModels, providerUrls, askModels, thoughts }: ModelsDependencies,
  keys: readonly OwnKey[],
): ModelRegistry =>
  createAccountModels({
    host: hostModels,
    keys,
    baseUrls: providerUrls,
    guardedFetch: askModels as typeof fetch,
    ...(thoughts && { thoughts }),
  });

/** Without the key when it was sealed with one that is gone: then the provider refuses it, and its owner hears so. */
export function openKey(
  { box }: Pick<ModelAccessDependencies, 'box'>,
  accountId: AccountId,
  row: ModelKeyRow,
): OwnKey {
  const { id, provider, name, sealedKey, baseUrl, models, refusal } = row;
  const apiKey = sealedKey && box.tryOpen(sealedKey, keyContext(accountId, id));
  return { id, provider, name, apiKey, baseUrl, models, isRefused: refusal !== null };
}
