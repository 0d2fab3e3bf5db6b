import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { AccountsDependencies } from '../dependencies.ts';
import { issueCode } from '../one-time-codes.ts';
import { CEREMONY_MINUTES, CEREMONY_MS, challengeOf, relyingPartyOf } from '../passkey-ceremonies.ts';

export interface Ceremony {
  readonly challenge: string;
  readonly options: Record<string, unknown>;
}

/** Begins a sign-in: the authenticator itself knows who it has passkeys of. */
export async function passkeyOptions({ database, publicUrl }: AccountsDependencies): Promise<Ceremony> {
  const challenge = await database.system((transaction) =>
    issueCode(transaction, { purpose: 'passkey', minutes: CEREMONY_MINUTES }),
  );
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(publicUrl).id,
    challenge: challengeOf(challenge),
    userVerification: 'required',
    timeout: CEREMONY_MS,
  });
  return { challenge, options: { ...options } };
}
