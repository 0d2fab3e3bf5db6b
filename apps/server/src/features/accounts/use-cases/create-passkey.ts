import type { PasskeyId, UserId } from '@hanasu/contract/ids';
import type { PasskeyView } from '@hanasu/contract/sessions';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { AppError } from '../../../platform/app-error.ts';
import { within } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeCode } from '../one-time-codes.ts';
import {
  ALGORITHMS,
  Attestation,
  passkeyRefused,
  readCredential,
  relyingPartyOf,
  verifiedOrRefused,
} from '../passkey-ceremonies.ts';
import { insertPasskey } from '../passkeys.store.ts';
import { recordAudit } from '../record-audit.ts';
import { passkeyView } from './passkey-view.ts';
import { tellOfNewMethod } from './tell-of-new-method.ts';

interface Input {
  readonly challenge: string;
  readonly response: Record<string, unknown>;
  readonly name: string;
}

/** Adds the passkey that an authenticator has made for the challenge. */
export async function createPasskey(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  { challenge, response, name }: Input,
): Promise<PasskeyView> {
  const { database, publicUrl } = dependencies;
  await takeChallenge(dependencies, challenge, userId);
  const attestation = readCredential(Attestation, response);
  const relyingParty = relyingPartyOf(publicUrl);
  const { registrationInfo } = await verifiedOrRefused(
    verifyRegistrationResponse({
      response: attestation,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) throw passkeyRefused('nothing was registered');
  const { credential } = registrationInfo;
  return database.system(async (transaction) => {
    const passkey = await insertPasskey(transaction, {
      id: newId<PasskeyId>(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: attestation.response.transports,
      name,
    });
    if (!passkey) throw passkeyRefused('it is known already');
    await recordAudit(within(transaction, accountId), {
      userId,
      action: 'passkey.added',
      target: passkey.id,
      data: { name },
      address,
    });
    await tellOfNewMethod(transaction, dependencies, userId, { kind: 'passkey', name });
    return passkeyView(passkey);
  });
}

/** By itself, so that a challenge is used up whatever comes with it. Another person's is none. */
async function takeChallenge(
  { database }: AccountsDependencies,
  challenge: string,
  userId: UserId,
): Promise<void> {
  const code = await database.system((transaction) => consumeCode(transaction, 'new-passkey', challenge));
  if (code.userId !== userId) throw new AppError('code_invalid', 'This was begun by somebody else');
}
