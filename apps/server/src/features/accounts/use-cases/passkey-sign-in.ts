import type { SessionView } from '@hanasu/contract/accounts';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeCode } from '../one-time-codes.ts';
import {
  Assertion,
  passkeyRefused,
  readCredential,
  relyingPartyOf,
  userHandleOf,
  verifiedOrRefused,
} from '../passkey-ceremonies.ts';
import { lockPasskey, markPasskeyUsed, type PasskeyRow } from '../passkeys.store.ts';
import type { Visitor } from '../visitor.ts';
import { admitted, enter } from './enter.ts';

interface Input {
  readonly challenge: string;
  readonly response: Record<string, unknown>;
  readonly remember?: boolean | undefined;
}

/** Opens a session for whoever holds the passkey: a thing they have, unlocked by what they are or know. */
export async function passkeySignIn(
  dependencies: AccountsDependencies,
  { challenge, response, remember = false }: Input,
  visitor: Visitor,
): Promise<SessionView> {
  const { database, publicUrl } = dependencies;
  // By itself, so that a challenge is used up whatever comes with it.
  await database.system((transaction) => consumeCode(transaction, 'passkey', challenge));
  const assertion = readCredential(Assertion, response);
  const entry = await database.system(async (transaction) => {
    const passkey = await lockPasskey(transaction, assertion.id);
    if (!passkey || !isOf(passkey, assertion.response.userHandle)) throw passkeyRefused('it is of nobody');
    const { id, origin } = relyingPartyOf(publicUrl);
    const { authenticationInfo } = await verifiedOrRefused(
      verifyAuthenticationResponse({
        response: assertion,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        credential: credentialOf(passkey),
      }),
    );
    await markPasskeyUsed(transaction, passkey.id, authenticationInfo.newCounter);
    const { userId } = passkey;
    return enter(transaction, dependencies, { userId, visitor, remember, isProvenTwice: true });
  });
  return admitted(entry);
}

const isOf = ({ userId }: PasskeyRow, handle: string): boolean =>
  Buffer.from(handle, 'base64url').equals(userHandleOf(userId));

const credentialOf = ({ credentialId, publicKey, counter }: PasskeyRow) => ({
  id: credentialId,
  publicKey: Uint8Array.from(publicKey),
  counter,
});
