import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { FORM_LINK_DAYS } from '@hanasu/contract/form-definition';
import { AccountId, FormId, FriendId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { deriveKeys, type Secrets } from '../../../platform/crypto/secret-keys.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

/** Bits of zero that a page has to find. A phone needs less than a second for the fewest and some seconds for the most. */
const PROOF_BITS = { fewest: 16, most: 20 };
/** Submissions of a form in an hour from which on the work doubles, and again whenever they have doubled. */
const BUSY_HOUR = 100;

export const bitsFor = (inLastHour: number): number =>
  Math.min(
    PROOF_BITS.most,
    PROOF_BITS.fewest + Math.max(0, Math.ceil(Math.log2(Math.max(1, inLastHour) / BUSY_HOUR))),
  );
/** A page may stay open for so long before it is sent; `failed_tries`, which knows used ones, forgets after a day. */
export const CHALLENGE_SECONDS = 12 * 60 * 60;
const SALT_BYTES = 16;

export interface Challenge {
  readonly salt: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly bits: number;
}
interface FormLink {
  /** `visitor`: handed to the chat of the web site, which knows who is in front of it. A link may be passed on. */
  readonly via: 'link' | 'visitor';
  readonly accountId: AccountId;
  readonly friendId: FriendId;
  readonly formId: FormId;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const ChallengeParts = z.tuple([z.literal('challenge'), FormId, z.string(), z.number(), z.number()]);
const LinkParts = z.tuple([z.enum(['link', 'visitor']), AccountId, FriendId, FormId, z.number(), z.number()]);

/** Signs what the pages of forms are handed. */
export interface FormTokens {
  issueChallenge(
    formId: FormId,
    work: Pick<Challenge, 'issuedAt' | 'bits'>,
  ): { readonly salt: string; readonly token: string; readonly bits: number };
  /** Null: not one of ours, or of another form. */
  readChallenge(formId: FormId, token: string): Challenge | null;
  issueLink(link: FormLink): string;
  readLink(token: string): FormLink | null;
}

export function createFormTokens(secrets: Secrets): FormTokens {
  const keys = deriveKeys(secrets, 'hanasu/forms');
  const sign = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(body).digest();
  const write = (parts: readonly unknown[]): string => {
    const body = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return `${body}.${sign(keys[0], body).toString('base64url')}`;
  };
  function read(token: string): unknown {
    const [body = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const isOurs = keys.some((key) => {
      const wanted = sign(key, body);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
    return isOurs ? JSON.parse(Buffer.from(body, 'base64url').toString()) : null;
  }
  return {
    issueChallenge(formId, { issuedAt, bits }) {
      const salt = randomBytes(SALT_BYTES).toString('base64url');
      return { salt, bits, token: write(['challenge', formId, salt, Math.floor(issuedAt), bits]) };
    },
    readChallenge(formId, token) {
      const [, form, salt = '', issuedAt = 0, bits = 0] = ChallengeParts.safeParse(read(token)).data ?? [];
      return form === formId ? { salt, issuedAt, bits } : null;
    },
    issueLink: ({ via, accountId, friendId, formId, issuedAt, expiresAt }) =>
      write([via, accountId, friendId, formId, Math.floor(issuedAt), Math.floor(expiresAt)]),
    readLink(token) {
      const { data } = LinkParts.safeParse(read(token));
      if (!data) return null;
      const [via, accountId, friendId, formId, issuedAt, expiresAt] = data;
      return { via, accountId, friendId, formId, issuedAt, expiresAt };
    },
  };
}

/** Whether SHA-256 of `salt + number` begins with as many zero bits as a page has to find. */
export const isProof = ({ salt, bits }: Pick<Challenge, 'salt' | 'bits'>, number: number): boolean =>
  // In one call and as text, which Node does six times as fast: tests look for a number, as a page does.
  Number.parseInt(hash('sha256', `${salt}${number}`, 'hex').slice(0, 8), 16) >>> (32 - bits) === 0;

/** Between the clocks of servers that sign and read challenges. */
const CLOCK_SKEW_MS = 60_000;
export const isFromLater = ({ issuedAt }: Challenge, now: number): boolean => issuedAt - now > CLOCK_SKEW_MS;

/** One bit less is enough: the number of submissions grows while a page does its work. */
export const isSpent = ({ issuedAt, bits }: Challenge, now: number, lastHour: number): boolean =>
  now - issuedAt > CHALLENGE_SECONDS * 1_000 || bits < bitsFor(lastHour) - 1;

const DAY_MS = 86_400_000;

/** Until when what was handed out then says who it is. */
export const expiryOf = (issuedAt: number): number => issuedAt + FORM_LINK_DAYS * DAY_MS;

/** A link that says which friend it is for. */
export function issueLink(
  { accountId, now }: AccountTransaction,
  { tokens, publicUrl }: { readonly tokens: Pick<FormTokens, 'issueLink'>; readonly publicUrl: string },
  {
    form,
    friendId,
  }: { readonly form: { readonly id: FormId; readonly slug: string }; readonly friendId: FriendId },
): { readonly url: string; readonly expiresAt: number } {
  const issuedAt = now();
  const expiresAt = expiryOf(issuedAt);
  const token = tokens.issueLink({ via: 'link', accountId, friendId, formId: form.id, issuedAt, expiresAt });
  return { url: `${publicUrl}/form/${form.slug}?t=${token}`, expiresAt };
}

export const refuseProof = (code: string, message: string) =>
  new AppError('validation_failed', message, { errors: [{ path: 'body.proof', code, message }] });

/** In the transaction that stores what was sent: what is refused has used nothing up. */
export async function useOnce(transaction: SystemTransaction, { salt }: Challenge): Promise<void> {
  const once = { times: 1, seconds: 2 * CHALLENGE_SECONDS };
  if ((await consumeAllowance(transaction, tryKey('form-proof', salt), once)) > 0)
    throw refuseProof('used', 'Load the form again, then send it');
}
