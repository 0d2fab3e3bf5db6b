import type { SessionView } from '@hanasu/contract/accounts';
import type { PasskeyId, UserId } from '@hanasu/contract/ids';
import type { PasskeyView } from '@hanasu/contract/sessions';
import { AppError } from '../../../platform/app-error.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { findPersonById } from '../credentials.store.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { consumeCode, issueCode } from '../one-time-codes.ts';
import { recordAudit } from '../record-audit.ts';
import type { Visitor } from '../visitor.ts';
import { createSession, requireSession } from './create-session.ts';
import { requireSignInMethod } from './identities.ts';
import { notifyOfNewMethod } from './notify-new-method.ts';
import {
  ALGORITHMS,
  Assertion,
  Attestation,
  CEREMONY_MINUTES,
  CEREMONY_MS,
  type Ceremony,
  challengeOf,
  loadWebAuthn,
  passkeyRefused,
  RELYING_PARTY_NAME,
  readCredential,
  relyingPartyOf,
  userHandleOf,
  verifiedOrRefused,
} from './passkey-ceremonies.ts';
import { reAuthenticate } from './re-authenticate.ts';

interface PasskeySignInInput {
  readonly challenge: string;
  readonly response: Record<string, unknown>;
  readonly remember?: boolean | undefined;
}

/** Opens a session for whoever holds the passkey: a thing they have, unlocked by what they are or know. */
export async function passkeySignIn(
  dependencies: AccountsDependencies,
  { challenge, response, remember = false }: PasskeySignInInput,
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
    const { verifyAuthenticationResponse } = await loadWebAuthn();
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
    return createSession(transaction, dependencies, { userId, visitor, remember, isProvenTwice: true });
  });
  return requireSession(entry);
}

const isOf = ({ userId }: PasskeyRow, handle: string): boolean =>
  Buffer.from(handle, 'base64url').equals(userHandleOf(userId));

const credentialOf = ({ credentialId, publicKey, counter }: PasskeyRow) => ({
  id: credentialId,
  publicKey: Uint8Array.from(publicKey),
  counter,
});

/** Begins adding a passkey, for who has proven again who they are. */
export async function newPasskeyOptions(
  dependencies: AccountsDependencies,
  session: Session,
  password: string | undefined,
): Promise<Ceremony> {
  await reAuthenticate(dependencies, session, { password });
  const { userId } = session;
  const { person, known, challenge } = await dependencies.database.system(async (transaction) => {
    const found = await findPersonById(transaction, userId);
    if (!found) throw new AppError('session_expired', 'This user no longer exists');
    const { credentialVersion } = found;
    const facts = { purpose: 'new-passkey', minutes: CEREMONY_MINUTES, userId, credentialVersion } as const;
    return {
      person: found,
      known: await findPasskeys(transaction, userId),
      challenge: await issueCode(transaction, facts),
    };
  });
  const { generateRegistrationOptions } = await loadWebAuthn();
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

interface CreatePasskeyInput {
  readonly challenge: string;
  readonly response: Record<string, unknown>;
  readonly name: string;
}

/** Adds the passkey that an authenticator has made for the challenge. */
export async function createPasskey(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  { challenge, response, name }: CreatePasskeyInput,
): Promise<PasskeyView> {
  const { database, publicUrl } = dependencies;
  await takeChallenge(dependencies, challenge, userId);
  const attestation = readCredential(Attestation, response);
  const relyingParty = relyingPartyOf(publicUrl);
  const { verifyRegistrationResponse } = await loadWebAuthn();
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
    await notifyOfNewMethod(transaction, dependencies, userId, { kind: 'passkey', name });
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
  if (code.userId !== userId) throw new AppError('code_invalid', 'This sign-in was started by another user');
}

/** Removes a passkey, unless nothing else opens the account. */
export async function deletePasskey(
  dependencies: AccountsDependencies,
  { userId, accountId, address }: Actor,
  id: PasskeyId,
): Promise<void> {
  await dependencies.database.system(async (transaction) => {
    const name = await deletePasskeyRow(transaction, userId, id);
    if (name === null) throw new AppError('not_found', 'Passkey not found');
    await requireSignInMethod(transaction, dependencies, userId);
    await recordAudit(within(transaction, accountId), {
      userId,
      action: 'passkey.removed',
      target: id,
      data: { name },
      address,
    });
  });
}

/** A person's passkeys, the oldest first. */
export async function listPasskeys(
  { database }: AccountsDependencies,
  userId: UserId,
): Promise<{ items: PasskeyView[] }> {
  const rows = await database.system((transaction) => findPasskeys(transaction, userId));
  return { items: rows.map(passkeyView) };
}

/** A passkey as the API shows it. */
const passkeyView = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  uuid: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

interface PasskeyRow {
  readonly id: PasskeyId;
  readonly userId: UserId;
  /** Base64url, as browsers send it. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const PASSKEY = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

const findPasskeys = (transaction: SystemTransaction, userId: UserId) =>
  transaction.rows<PasskeyRow>(`select ${PASSKEY} from passkeys where user_id = $1 order by created_at`, [
    userId,
  ]);

/** Locked: of two sign-ins with one counter the later sees what the first has counted. */
const lockPasskey = (transaction: SystemTransaction, credentialId: string) =>
  transaction.one<PasskeyRow>(`select ${PASSKEY} from passkeys where credential_id = $1 for update`, [
    credentialId,
  ]);

/** Null when this credential is somebody's already. */
const insertPasskey = (
  transaction: SystemTransaction,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
) =>
  transaction.one<PasskeyRow>(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning ${PASSKEY}`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      JSON.stringify(passkey.transports),
      passkey.name,
    ],
  );

async function markPasskeyUsed(
  transaction: SystemTransaction,
  id: PasskeyId,
  counter: number,
): Promise<void> {
  await transaction.run('update passkeys set counter = $2, last_used_at = now() where id = $1', [
    id,
    counter,
  ]);
}

/** The name of what was deleted; null when this person has no such passkey. */
async function deletePasskeyRow(
  transaction: SystemTransaction,
  userId: UserId,
  id: PasskeyId,
): Promise<string | null> {
  const row = await transaction.one<{ name: string }>(
    'delete from passkeys where id = $1 and user_id = $2 returning name',
    [id, userId],
  );
  return row?.name ?? null;
}
