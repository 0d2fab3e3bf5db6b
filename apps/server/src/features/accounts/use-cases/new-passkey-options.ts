import { generateRegistrationOptions } from '@simplewebauthn/server';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findPersonById } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { issueCode } from '../one-time-codes.ts';
import {
  ALGORITHMS,
  CEREMONY_MINUTES,
  CEREMONY_MS,
  challengeOf,
  RELYING_PARTY_NAME,
  relyingPartyOf,
  userHandleOf,
} from '../passkey-ceremonies.ts';
import { findPasskeys } from '../passkeys.store.ts';
import type { Ceremony } from './passkey-options.ts';
import { proveAgain } from './prove-again.ts';

/** Begins adding a passkey, for who has proven again who they are. */
export async function newPasskeyOptions(
  dependencies: AccountsDependencies,
  session: Session,
  password: string | undefined,
): Promise<Ceremony> {
  await proveAgain(dependencies, session, password);
  const { userId } = session;
  const { person, known, challenge } = await dependencies.database.system(async (transaction) => {
    const found = await findPersonById(transaction, userId);
    if (!found) throw new AppError('session_expired', 'This person is gone');
    const { credentialVersion } = found;
    const facts = { purpose: 'new-passkey', minutes: CEREMONY_MINUTES, userId, credentialVersion } as const;
    return {
      person: found,
      known: await findPasskeys(transaction, userId),
      challenge: await issueCode(transaction, facts),
    };
  });
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: relyingPartyOf(dependencies.publicUrl).id,
    userID: userHandleOf(userId),
    userName: person.username,
    userDisplayName: person.displayName,
    challenge: challengeOf(challenge),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // Kept by the authenticator under the person, and never used without them.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
  return { challenge, options: { ...options } };
}
