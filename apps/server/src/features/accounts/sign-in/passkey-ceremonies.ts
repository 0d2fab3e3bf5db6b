import type { UserId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { issueCode } from '../one-time-codes.ts';

/** Loaded when a passkey is first made or used. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** How long a browser may take with the person and their authenticator. */
export const CEREMONY_MINUTES = 5;
export const CEREMONY_MS = CEREMONY_MINUTES * 60_000;

export const RELYING_PARTY_NAME = 'Hanasu';

/** EdDSA, ES256, RS256 (COSE numbers): what every authenticator has one of. */
export const ALGORITHMS = [-8, -7, -257];

/** Passkeys belong to the host; answers are taken from pages of the origin only. */
export function relyingPartyOf(publicUrl: string): { readonly id: string; readonly origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The bytes of the id: what an authenticator keeps for a person says nothing about them. */
export const userHandleOf = (userId: UserId): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** The code is the challenge: 32 random bytes in base64url, good once. */
export const challengeOf = (code: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(code, 'base64url'));

const Credential = z.object({
  id: z.string().min(1).max(2000),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});

/** What a browser answers when a passkey is made. */
export const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      // A way of talking that is not known yet is no reason to refuse.
      .catch([]),
  }),
});

/** What a browser answers when a passkey is used. The handle is there: these passkeys are found without a name. */
export const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string(),
  }),
});

/** Reads what a browser sent; what it can't be is refused like a wrong signature. */
export function readCredential<T>(schema: z.ZodType<T>, response: Record<string, unknown>): T {
  const { data, success, error } = schema.safeParse(response);
  if (!success) throw passkeyRefused(error);
  return data;
}

/** The library throws for whatever is wrong with an answer: all of it is the same refusal. */
export async function verifiedOrRefused<T extends { readonly verified: boolean }>(
  verification: Promise<T>,
): Promise<T & { readonly verified: true }> {
  const outcome = await verification.catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (isVerified(outcome)) return outcome;
  throw passkeyRefused('the signature is of another key');
}

const isVerified = <T extends { readonly verified: boolean }>(
  outcome: T,
): outcome is T & { readonly verified: true } => outcome.verified;

export const passkeyRefused = (cause: unknown): AppError =>
  new AppError('passkey_refused', 'This passkey was not accepted', { cause });

export interface Ceremony {
  readonly challenge: string;
  readonly options: Record<string, unknown>;
}

/** Begins a sign-in: the authenticator itself knows who it has passkeys of. */
export async function passkeyOptions({ database, publicUrl }: AccountsDependencies): Promise<Ceremony> {
  const challenge = await database.system((transaction) =>
    issueCode(transaction, { purpose: 'passkey', minutes: CEREMONY_MINUTES }),
  );
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(publicUrl).id,
    challenge: challengeOf(challenge),
    userVerification: 'required',
    timeout: CEREMONY_MS,
  });
  return { challenge, options: { ...options } };
}
