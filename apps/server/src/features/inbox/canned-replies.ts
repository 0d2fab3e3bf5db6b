import type { CannedReplyId, MediaId, UserId } from '@hanasu/contract/ids';
import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import type { MessageContent } from '@hanasu/contract/message-content';
import { foldForSearch } from '@hanasu/contract/text';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import type { MessageComposer } from '../message-templates/public.ts';

interface Asked {
  readonly q: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** One page; what is typed may stand in shortcut, title or text, in any spelling. */
export const listCannedReplies = (
  database: Database,
  session: Session,
  { q, page, pageSize }: Asked,
): Promise<{ items: CannedReplyView[]; total: number; page: number; pageSize: number }> =>
  database.account(session.accountId, async (transaction) => {
    const words = foldForSearch(q ?? '')
      .split(/\s+/)
      .filter((word) => word !== '');
    const rows = (await listCanned(transaction)).filter(({ shortcut, title, text }) => {
      const folded = foldForSearch(`${shortcut}\n${title}\n${text}`);
      return words.every((word) => folded.includes(word));
    });
    const items = rows.slice((page - 1) * pageSize, page * pageSize).map(cannedView);
    return { items, total: rows.length, page, pageSize };
  });

interface Composing {
  readonly database: Database;
  readonly composer: MessageComposer;
}

/** Keeps the uploads that a canned reply shows; pictures are made ready before anything is locked. */
async function withContent<Result>(
  { database, composer }: Composing,
  { accountId }: Session,
  {
    content,
    run,
  }: {
    readonly content: MessageContent | null | undefined;
    readonly run: (transaction: AccountTransaction) => Promise<Result>;
  },
): Promise<Result> {
  const contents = content ? [content] : [];
  await composer.prepare(accountId, contents);
  return database.account(accountId, async (transaction) => {
    await composer.keep(transaction, contents);
    const placed = contents.map((each) => ({ path: 'body.content', content: each }));
    await composer.refuseUnfinished(transaction, placed);
    return run(transaction);
  });
}

export const createCannedReply = (
  composing: Composing,
  session: Session,
  input: Omit<CannedChange, 'id' | 'content'> & { readonly content?: MessageContent | null | undefined },
): Promise<CannedReplyView> =>
  withContent(composing, session, {
    content: input.content,
    run: async (transaction) => {
      const canned = { ...input, content: input.content ?? null, id: newId<CannedReplyId>() };
      const known = await lockAndRead(transaction);
      if (known.length >= MOST_CANNED) {
        throw new AppError('too_many_canned', `An account may have ${MOST_CANNED} canned replies`);
      }
      refuseTaken(known, canned);
      await insertCanned(transaction, canned, session.userId);
      return shown(transaction, canned.id);
    },
  });

export const updateCannedReply = (
  composing: Composing,
  session: Session,
  id: CannedReplyId,
  change: { readonly [Key in keyof Omit<CannedChange, 'id'>]?: CannedChange[Key] | undefined },
): Promise<CannedReplyView> =>
  withContent(composing, session, {
    content: change.content,
    run: async (transaction) => {
      const known = await lockAndRead(transaction);
      const before = known.find((one) => one.id === id);
      if (!before) throw noSuchReply();
      const canned = {
        id,
        shortcut: change.shortcut ?? before.shortcut,
        title: change.title ?? before.title,
        text: change.text ?? before.text,
        content: change.content === undefined ? before.content : change.content,
      };
      refuseTaken(known, canned);
      await updateCanned(transaction, canned);
      return shown(transaction, id);
    },
  });

export const noSuchReply = () => new AppError('not_found', 'Canned reply not found');

async function lockAndRead(transaction: AccountTransaction): Promise<CannedRow[]> {
  await lockCanned(transaction);
  return listCanned(transaction);
}

/** Typed without marks or in the other kana, two shortcuts must not be the same. */
function refuseTaken(known: readonly CannedRow[], { id, shortcut }: CannedChange): void {
  const folded = foldForSearch(shortcut);
  const isTaken = known.some((one) => one.id !== id && foldForSearch(one.shortcut) === folded);
  if (isTaken)
    throw AppError.field('canned_shortcut_taken', 'body.shortcut', 'This shortcut is already in use');
}

async function shown(transaction: AccountTransaction, id: CannedReplyId): Promise<CannedReplyView> {
  const row = await findCanned(transaction, id);
  if (!row) throw noSuchReply();
  return cannedView(row);
}

const MOST_CANNED = 500;

interface CannedRow {
  readonly id: CannedReplyId;
  readonly shortcut: string;
  readonly title: string;
  readonly text: string;
  readonly content: MessageContent | null;
  readonly uses: number;
  readonly updatedAt: Date;
}

const SELECT = `select id, shortcut, title, text, content, uses, updated_at as "updatedAt" from canned_replies
  where account_id = $1`;

/** All of an account, most used first; there are never more than `MOST_CANNED`. */
const listCanned = (transaction: AccountTransaction) =>
  transaction.rows<CannedRow>(`${SELECT} order by uses desc, shortcut, id limit ${MOST_CANNED}`, [
    transaction.accountId,
  ]);

const findCanned = (transaction: AccountTransaction, id: CannedReplyId) =>
  transaction.one<CannedRow>(`${SELECT} and id = $2`, [transaction.accountId, id]);

/** One after the other for an account: neither the limit nor a shortcut can be passed by two at once. */
async function lockCanned(transaction: AccountTransaction): Promise<void> {
  await transaction.run("select pg_advisory_xact_lock(hashtext('canned-replies'), hashtext($1))", [
    transaction.accountId,
  ]);
}

interface CannedChange {
  readonly id: CannedReplyId;
  readonly shortcut: string;
  readonly title: string;
  readonly text: string;
  readonly content: MessageContent | null;
}

const valuesOf = (transaction: AccountTransaction, canned: CannedChange) => [
  transaction.accountId,
  canned.id,
  canned.shortcut,
  canned.title,
  canned.text,
  canned.content && JSON.stringify(canned.content),
];

async function insertCanned(
  transaction: AccountTransaction,
  canned: CannedChange,
  userId: UserId,
): Promise<void> {
  await transaction.run(
    `insert into canned_replies (account_id, id, shortcut, title, text, content, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [...valuesOf(transaction, canned), userId],
  );
}

async function updateCanned(transaction: AccountTransaction, canned: CannedChange): Promise<void> {
  await transaction.run(
    `update canned_replies set shortcut = $3, title = $4, text = $5, content = $6, updated_at = now()
     where account_id = $1 and id = $2`,
    valuesOf(transaction, canned),
  );
}

/** False: there is none. */
export const deleteCanned = async (transaction: AccountTransaction, id: CannedReplyId): Promise<boolean> =>
  (await transaction.run('delete from canned_replies where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ])) > 0;

/** One that is gone meanwhile is no reason to refuse a message. */
export async function countUse(transaction: AccountTransaction, id: CannedReplyId): Promise<void> {
  await transaction.run('update canned_replies set uses = uses + 1 where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}

/** The replies stay, without who wrote them. */
export async function forgetCannedAuthor(transaction: AccountTransaction, userId: UserId): Promise<void> {
  await transaction.run(
    `update canned_replies set created_by = '00000000-0000-0000-0000-000000000000'
     where account_id = $1 and created_by = $2`,
    [transaction.accountId, userId],
  );
}

const cannedView = (row: CannedRow): CannedReplyView => ({
  uuid: row.id,
  shortcut: row.shortcut,
  title: row.title,
  text: row.text,
  content: row.content,
  uses: row.uses,
  updatedAt: row.updatedAt.toISOString(),
});

/** Finds which of these files a canned reply shows. */
export const findMediaInCanned = async (
  transaction: AccountTransaction,
  ids: readonly MediaId[],
): Promise<MediaId[]> =>
  (
    await transaction.rows<{ id: MediaId }>(
      `select m.id from unnest($2::uuid[]) as m(id) where exists (
         select from canned_replies c where c.account_id = $1 and c.content::text like '%' || m.id::text || '%')`,
      [transaction.accountId, ids],
    )
  ).map(({ id }) => id);
