import type { SystemTransaction } from '../../platform/database/database.ts';
import { clearAttempts, giveAttemptBack, tryKey } from '../../platform/database/use-up.ts';
import { sourceOf } from '../../platform/http/source-of.ts';
import type { KnownDevice } from './device-tokens.ts';
import { emailKey, usernameKey } from './domain/identity.ts';
import { ALL_SOURCES, ONE_SOURCE, takeTry } from './tries.store.ts';

export interface SignInFacts {
  /** As typed. */
  readonly identifier: string;
  readonly address: string;
  /** A device of the person who is meant; null for any other browser. */
  readonly device: KnownDevice | null;
}

/** What was counted, to be forgiven when the password is right. */
export interface SignInTries {
  readonly own: Buffer;
  /** Null on known devices: strangers' guesses don't slow them. */
  readonly shared: Buffer | null;
}

const targetOf = (identifier: string): string =>
  identifier.includes('@') ? emailKey(identifier) : usernameKey(identifier);

const sharedKey = (identifier: string): Buffer => tryKey('sign-in', targetOf(identifier));
const ownKey = (identifier: string, address: string): Buffer =>
  tryKey('sign-in', targetOf(identifier), sourceOf(address));

/** Counts a sign-in before it is checked; docs/decisions/0006-sign-in-tries.md. Throws `too_many_tries`. */
export async function countSignIn(
  transaction: SystemTransaction,
  { identifier, address, device }: SignInFacts,
): Promise<SignInTries> {
  if (device) {
    const own = tryKey('device', device.userId, device.deviceId);
    await takeTry(transaction, own, ONE_SOURCE);
    return { own, shared: null };
  }
  const own = ownKey(identifier, address);
  const shared = sharedKey(identifier);
  await takeTry(transaction, own, ONE_SOURCE);
  await takeTry(transaction, shared, ALL_SOURCES);
  return { own, shared };
}

export async function forgiveSignIn(
  transaction: SystemTransaction,
  { own, shared }: SignInTries,
): Promise<void> {
  await clearAttempts(transaction, own);
  if (shared) await giveAttemptBack(transaction, shared);
}

/** Somebody who has the mailbox is past all guessing: what others did under these names no longer slows them. */
export async function clearSignInTries(
  transaction: SystemTransaction,
  identifiers: readonly string[],
  address: string,
): Promise<void> {
  for (const identifier of identifiers) {
    await clearAttempts(transaction, ownKey(identifier, address));
    await clearAttempts(transaction, sharedKey(identifier));
  }
}
