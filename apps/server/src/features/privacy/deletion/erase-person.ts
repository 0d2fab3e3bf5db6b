import type { AccountId, UserId } from '@hanasu/contract/ids';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { deleteMailsNaming, deleteMailsTo } from '../../../platform/mail/mail.store.ts';
import { removeJobsOf } from '../../../platform/workers/jobs.ts';
import { personalData as people, recordAudit } from '../../accounts/public.ts';
import { ledger } from '../../billing/public.ts';
import { personalData as conversationData } from '../../conversations/public.ts';
import { deleteOperatorData, forgetCannedAuthor } from '../../inbox/public.ts';
import { deleteMemberNotifications } from '../../notifications/public.ts';
import type { PrivacyDependencies } from '../dependencies.ts';
import { lockOwnedAccounts, type PersonRow } from './deletion.store.ts';
import { erasedMail } from './deletion-mails.ts';
import {
  awaitPerson,
  CLOSED,
  type Closing,
  claimPerson,
  countContents,
  type ErasedCounts,
  findAddresses,
  findClosing,
  findForeignAccounts,
  findHeir,
  findInvited,
  lockMemberships,
} from './erasing.store.ts';

export interface ErasingDependencies
  extends Pick<PrivacyDependencies, 'database' | 'files' | 'mail' | 'ended' | 'publicUrl' | 'belongings'> {
  /** After closing, what is still under way elsewhere (remembered sessions, open requests, jobs) gets this long to end. */
  readonly settleMs: number;
  /** For tests: a place to stop at. */
  readonly afterStep?: (step: string) => void;
}

type ErasingOutcome =
  | { readonly kind: 'erased' | 'not_due' }
  | { readonly kind: 'settling'; readonly milliseconds: number };

/** Rows in one statement: few enough that nobody waits for its locks. */
const BATCH = 5_000;
/** They say whose the account is and that it is closed: needed to go on after a crash. */
const UNTIL_THE_END: ReadonlySet<string> = new Set(['memberships', 'audit_events']);

/**
 * Erases a person whose day has come, and every account they own. Every step may be done again, so it goes on where a
 * crash has left it; the last one, a single transaction, takes the person, the accounts and what came late, and writes
 * the receipt.
 */
export async function erasePerson(
  dependencies: ErasingDependencies,
  userId: UserId,
): Promise<ErasingOutcome> {
  const { database, ended, afterStep = () => undefined, settleMs } = dependencies;
  const leaving = await database.system((transaction) => closePerson(transaction, dependencies, userId));
  if (!leaving) return { kind: 'not_due' };
  ended.user(userId);
  afterStep('closed');
  for (const { id } of leaving.accounts) await eraseContents(dependencies, userId, id);
  await leaveOthers(dependencies, leaving.person);
  afterStep('left');
  const closedAt = Math.max(0, ...leaving.accounts.map((account) => account.closedAt.getTime()));
  const left = closedAt + settleMs - database.now();
  if (left > 0) return { kind: 'settling', milliseconds: left };
  for (const { id } of leaving.accounts) await dependencies.files.removeFolder(id);
  for (const key of [leaving.person.avatarKey, ...leaving.accounts.map(({ logoKey }) => logoKey)])
    if (key) await dependencies.files.remove(people.avatarFile(key));
  const isDone = await database.system((transaction) => finish(transaction, dependencies, leaving));
  return isDone ? { kind: 'erased' } : { kind: 'settling', milliseconds: 1_000 };
}

/** Files, jobs and rows of an account, but for those that say that it is being erased. */
async function eraseContents(
  { database, files, afterStep = () => undefined }: ErasingDependencies,
  userId: UserId,
  accountId: AccountId,
): Promise<void> {
  await files.removeFolder(accountId);
  afterStep('files');
  await database.system((transaction) => removeJobsOf(transaction, accountId));
  afterStep('jobs');
  const tables = await database.system(tenantTables);
  const inTurn = (run: (transaction: SystemTransaction) => Promise<number>) =>
    untilFew(() =>
      database.system(async (transaction) =>
        // Waits: who passed over a table because another process is at it would go on to those that it hangs on.
        (await awaitPerson(transaction, userId)) ? run(transaction) : 0,
      ),
    );
  for (const table of tables.filter(({ name }) => !UNTIL_THE_END.has(name))) {
    await inTurn((transaction) => deleteSomeOf(transaction, table, accountId, BATCH));
    afterStep(table.name);
  }
  await inTurn(async (transaction) => {
    await people.allowErasing(transaction, accountId);
    return people.deleteAuditEvents(transaction, accountId, { except: CLOSED, most: BATCH });
  });
  afterStep('audit_events');
}

async function untilFew(run: () => Promise<number>): Promise<void> {
  while ((await run()) === BATCH);
}

/** What the person wrote and took up in accounts of others. */
async function leaveOthers(
  dependencies: ErasingDependencies,
  { id: userId, displayName: name }: Leaving['person'],
): Promise<void> {
  const { database } = dependencies;
  const accountIds = await database.system((transaction) => findForeignAccounts(transaction, userId));
  for (const accountId of accountIds) {
    const leaving = { accountId, userId, name, kind: 'erased' } as const;
    await database.system((transaction) => people.settleBelongings(transaction, dependencies, leaving));
    await database.account(accountId, async (transaction) => {
      await conversationData.releaseConversations(transaction, userId);
      await forgetCannedAuthor(transaction, userId);
    });
    await untilFew(() =>
      database.account(accountId, (transaction) => conversationData.forgetAuthor(transaction, userId, BATCH)),
    );
    await untilFew(() =>
      database.account(accountId, (transaction) => ledger.forgetPerson(transaction, userId, BATCH)),
    );
    await database.system((transaction) => leaveAccount(transaction, accountId, userId));
  }
}

/** The last step in an account of others: what is theirs alone goes with their membership. */
async function leaveAccount(
  transaction: SystemTransaction,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await people.deleteMembership(transaction, accountId, userId);
  await conversationData.deleteStaffData(transaction, accountId, userId);
  await deleteOperatorData(transaction, accountId, userId);
  await deleteMemberNotifications(transaction, accountId, userId);
  await people.deleteInvitationsBy(transaction, accountId, userId);
}

/** Mails to the person, and those of their accounts' invitations, which name both. */
async function deleteMailsOf(
  transaction: SystemTransaction,
  userId: UserId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await deleteMailsTo(transaction, await findAddresses(transaction, userId));
  await deleteMailsNaming(transaction, await findInvited(transaction, accountIds));
}

/** False: there is more than one statement should take, or another process is at it. */
async function finish(
  transaction: SystemTransaction,
  dependencies: ErasingDependencies,
  leaving: Leaving,
): Promise<boolean> {
  // Anew: an account may have been opened, by a request that was under way, since the first look.
  const now = await closePerson(transaction, dependencies, leaving.person.id);
  if (!now || now.accounts.length !== leaving.accounts.length) return false;
  await lockMemberships(transaction, now.person.id);
  const tables = await tenantTables(transaction);
  for (const { id } of now.accounts) {
    if (!(await sweep(transaction, tables, id))) return false;
  }
  for (const { id } of now.accounts) {
    await people.allowErasing(transaction, id);
    await people.deleteAccountRow(transaction, id);
  }
  await deleteMailsOf(transaction, now.person.id, []);
  await writeReceipt(transaction, dependencies.mail, now);
  await people.deletePersonRow(transaction, now.person.id);
  return true;
}

/** What came late: a job that was running, a request that was under way. */
async function sweep(
  transaction: SystemTransaction,
  tables: readonly TenantTable[],
  accountId: AccountId,
): Promise<boolean> {
  await removeJobsOf(transaction, accountId);
  for (const table of tables.filter(({ name }) => !UNTIL_THE_END.has(name))) {
    if ((await deleteSomeOf(transaction, table, accountId, BATCH)) === BATCH) return false;
  }
  await people.allowErasing(transaction, accountId);
  const deleted = await people.deleteAuditEvents(transaction, accountId, { except: CLOSED, most: BATCH });
  return deleted < BATCH;
}

async function writeReceipt(
  transaction: SystemTransaction,
  mail: PrivacyDependencies['mail'],
  { person, accounts }: Leaving,
): Promise<void> {
  if (!person.email) return;
  const counts = accounts.reduce<ErasedCounts>(
    (sum, { counts: one }) => ({
      accounts: sum.accounts + 1,
      bots: sum.bots + one.bots,
      documents: sum.documents + one.documents,
      conversations: sum.conversations + one.conversations,
      messages: sum.messages + one.messages,
    }),
    NOTHING_ERASED,
  );
  const content = erasedMail(person, new Date(transaction.now()), counts);
  await mail.write(transaction, { to: person.email, locale: person.locale, content });
}

/** A person on their way out: what goes with them, and since when it is closed. */
interface Leaving {
  readonly person: PersonRow;
  readonly accounts: readonly ClosingAccount[];
}

interface ClosingAccount extends Closing {
  readonly id: AccountId;
  readonly logoKey: string | null;
}

/** Ends every way in, once and for good. Null: not due, or another process is at it. */
async function closePerson(
  transaction: SystemTransaction,
  dependencies: Pick<PrivacyDependencies, 'mail' | 'publicUrl' | 'belongings'>,
  userId: UserId,
): Promise<Leaving | null> {
  const person = await claimPerson(transaction, userId);
  if (!person) return null;
  const closing: ClosingAccount[] = [];
  for (const { id, logoKey, hasOthers } of await lockOwnedAccounts(transaction, userId)) {
    if (hasOthers) await leaveToHeir(transaction, dependencies, id, person);
    else closing.push({ id, logoKey, ...(await closeOnce(transaction, id, userId)) });
  }
  await deleteMailsOf(
    transaction,
    userId,
    closing.map(({ id }) => id),
  );
  await people.deleteSignInMethods(transaction, userId);
  return { person, accounts: closing };
}

/** Accounts with others were refused when the person asked; who joined after that must not lose what is theirs. */
async function leaveToHeir(
  transaction: SystemTransaction,
  dependencies: Pick<PrivacyDependencies, 'mail' | 'publicUrl' | 'belongings'>,
  id: AccountId,
  { id: from, displayName: name }: PersonRow,
): Promise<void> {
  const heir = await findHeir(transaction, id, from);
  if (!heir) throw new Error('an account with others has nobody to take it over');
  await people.transferAccount(transaction, id, { from, to: heir.userId });
  const leaving = { accountId: id, userId: from, name, kind: 'erased' } as const;
  await people.settleBelongings(transaction, dependencies, leaving);
  await recordAudit(within(transaction, id), {
    userId: null,
    action: 'ownership.transferred',
    target: heir.userId,
    data: { to: heir.userId, reason: 'owner_erased' },
  });
}

async function closeOnce(transaction: SystemTransaction, id: AccountId, userId: UserId): Promise<Closing> {
  const own = within(transaction, id);
  const found = await findClosing(own);
  if (found) return found;
  await people.closeAccount(transaction, id);
  const counts = await countContents(own);
  await recordAudit(own, { userId, action: CLOSED, target: id, data: { ...counts } });
  return { counts, closedAt: new Date(transaction.now()) };
}

const NOTHING_ERASED: ErasedCounts = {
  accounts: 0,
  bots: 0,
  documents: 0,
  conversations: 0,
  messages: 0,
};

/** A table whose rows belong to accounts, as the database itself says. */
interface TenantTable {
  readonly name: string;
  /** The column that names the account: `account_id`, or `tenant_id` in tables that are global. */
  readonly column: string;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

const TABLES = `select c.relname as name, a.attname as column
  from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attname in ('account_id', 'tenant_id')
  order by c.relname`;

const REFERENCES = `select distinct f.relname as "from", t.relname as "to"
  from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`;

/** All of them, those that refer to others first. Read from the catalogue: a new table is never forgotten. */
export async function tenantTables(transaction: SystemTransaction): Promise<TenantTable[]> {
  const tables = await transaction.rows<TenantTable>(TABLES);
  return childrenFirst(tables, await transaction.rows<Reference>(REFERENCES));
}

function childrenFirst(tables: readonly TenantTable[], references: readonly Reference[]): TenantTable[] {
  const ordered: TenantTable[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const named = new Set([...left].map(({ name }) => name));
    const isReferred = ({ name }: TenantTable): boolean =>
      references.some(({ from, to }) => to === name && named.has(from));
    const free = [...left].filter((table) => !isReferred(table));
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...named].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}

/** Deletes up to `most` rows of an account; returns how many. Small statements hold no lock for long. */
const deleteSomeOf = (
  transaction: SystemTransaction,
  { name, column }: TenantTable,
  accountId: string,
  most: number,
): Promise<number> =>
  transaction.run(
    `delete from "${name}" where ctid = any(array(select ctid from "${name}" where "${column}" = $1 limit $2))`,
    [accountId, most],
  );
