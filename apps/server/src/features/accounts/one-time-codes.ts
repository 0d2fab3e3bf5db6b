import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, UserId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import { deleteOldAttempts } from '../../platform/database/consume-allowance.ts';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { deleteOldMails } from '../../platform/mail/mail.store.ts';
import {
  type CodeRow,
  tryCode as countTry,
  deleteOldCodes,
  findCode,
  insertCode,
  markUsed,
  takeCode,
} from './codes.store.ts';

/** What a code is for; a code of one purpose opens nothing else. */
export type CodePurpose =
  | 'confirm-email'
  | 'reset-password'
  | 'second-factor'
  | 'passkey'
  | 'new-passkey'
  | 'social'
  | 'invitation'
  | 'export'
  | 'customers';

interface CodeFacts {
  readonly purpose: CodePurpose;
  readonly minutes: number;
  readonly userId?: UserId;
  readonly accountId?: AccountId;
  /** Given: the code dies when the person's password or address changes. */
  readonly credentialVersion?: number;
  readonly data?: Record<string, unknown>;
}

const CODE_BYTES = 32;

/** Codes are random, so a plain hash is enough to keep them unreadable. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Makes a code, kept as a hash only; returns the 43 characters that are sent. */
export async function issueCode(transaction: SystemTransaction, facts: CodeFacts): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await insertCode(transaction, {
    id: newId(),
    purpose: facts.purpose,
    codeHash: hashOf(code),
    userId: facts.userId ?? null,
    accountId: facts.accountId ?? null,
    credentialVersion: facts.credentialVersion ?? null,
    data: facts.data ?? {},
    expiresAt: new Date(transaction.now() + facts.minutes * 60_000),
  });
  return code;
}

/** Looks at a code without using it up. Wrong, used, late: all are `code_invalid`. */
export async function peekCode(
  transaction: SystemTransaction,
  purpose: CodePurpose,
  code: string,
): Promise<CodeRow> {
  return (await findCode(transaction, purpose, hashOf(code))) ?? refuse();
}

/** Looks at a code that is shown together with a guess, at most `most` times. */
export async function tryCode(
  transaction: SystemTransaction,
  purpose: CodePurpose,
  code: string,
  most: number,
): Promise<CodeRow> {
  return (await countTry(transaction, purpose, hashOf(code), most)) ?? refuse();
}

/** Uses a code up in the caller's transaction; rolled back with it. */
export async function consumeCode(
  transaction: SystemTransaction,
  purpose: CodePurpose,
  code: string,
): Promise<CodeRow> {
  return (await takeCode(transaction, purpose, hashOf(code))) ?? refuse();
}

/** True for the first use of a code that may be shown again until it runs out. */
export const markFirstUse = (transaction: SystemTransaction, { id }: Pick<CodeRow, 'id'>): Promise<boolean> =>
  markUsed(transaction, id);

function refuse(): never {
  throw new AppError('code_invalid', 'This code is invalid, already used or has expired');
}

/** Scheduled: deletes codes, attempts and mails that nobody can use any more. */
export async function deleteExpiredCodes(database: Database): Promise<null> {
  await database.system(async (transaction) => {
    await deleteOldCodes(transaction);
    await deleteOldAttempts(transaction);
    await deleteOldMails(transaction);
  });
  return null;
}
