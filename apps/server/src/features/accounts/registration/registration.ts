import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@hanasu/contract/ids';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { emailKey } from '../identity.ts';

/** Who may register, and who administers the installation. */
export interface Registration {
  readonly mode: 'open' | 'invited' | 'first-only';
  readonly setupCode: SetupCode;
  /** Folded, as in `users.email_key`. */
  readonly adminEmails: readonly string[];
  /** False until the first account is registered. */
  readonly hasPeople: () => Promise<boolean>;
  /** True for a person whose confirmed address is one of `adminEmails`. */
  readonly isAdministrator: (userId: UserId) => Promise<boolean>;
  /** Lines for the log of the start: who may register, and where the setup code is needed. */
  readonly notes: (installation: {
    readonly publicUrl: string;
    readonly isPublic: boolean;
  }) => Promise<string[]>;
}

export function createRegistration(
  database: Database,
  {
    mode,
    adminEmails: emails,
  }: { readonly mode: Registration['mode']; readonly adminEmails: readonly string[] },
): Registration {
  const setupCode = createSetupCode();
  const adminEmails = emails.map(emailKey);
  const isAdministrator = (userId: UserId): Promise<boolean> =>
    database.system((transaction) => isProvenAdministrator(transaction, userId, adminEmails));
  return {
    mode,
    setupCode,
    adminEmails,
    hasPeople: () => database.system(hasPeople),
    isAdministrator,
    async notes({ publicUrl, isPublic }) {
      const isFirst = mode === 'first-only' && !(await database.system(hasPeople));
      const proven = await database.system((transaction) => countProven(transaction, adminEmails));
      const at = (page: string): string => `${publicUrl}/${page}?setup=${setupCode.text}`;
      return [
        ...(mode === 'open' && isPublic
          ? ['Anybody may register; to close it, set REGISTRATION to invited or first-only']
          : []),
        ...(isFirst ? [`Register the first account at ${at('Register')}`] : []),
        ...(!isFirst && proven < adminEmails.length
          ? [`Administrators confirm their address by mail, or at ${at('Account')}`]
          : []),
      ];
    },
  };
}

/** Shown in the server's log, new at each start: whoever reads that runs the installation. */
interface SetupCode {
  readonly text: string;
  matches(given: string | undefined): boolean;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function createSetupCode(): SetupCode {
  const text = randomBytes(32).toString('base64url');
  const hash = hashOf(text);
  return {
    text,
    matches: (given) => given !== undefined && timingSafeEqual(hashOf(given), hash),
  };
}

export const hasPeople = async (transaction: SystemTransaction): Promise<boolean> =>
  (await transaction.one('select 1 from users limit 1')) !== null;

/** Two registrations that would both be the first wait for each other. */
export const lockFirst = (transaction: SystemTransaction) =>
  transaction.run(`select pg_advisory_xact_lock(hashtextextended('the first account', 0))`);

const PROVEN = `email_verified_at is not null and email_proof in ('mail', 'log')`;

const isProvenAdministrator = async (
  transaction: SystemTransaction,
  userId: UserId,
  emails: readonly string[],
): Promise<boolean> =>
  emails.length > 0 &&
  (await transaction.one(`select 1 from users where id = $1 and email_key = any($2) and ${PROVEN}`, [
    userId,
    emails,
  ])) !== null;

/** Counts the confirmed ones among these addresses. */
async function countProven(transaction: SystemTransaction, emails: readonly string[]): Promise<number> {
  const row = await transaction.one<{ count: number }>(
    `select count(*)::int as count from users where email_key = any($1) and ${PROVEN}`,
    [emails],
  );
  return row?.count ?? 0;
}
