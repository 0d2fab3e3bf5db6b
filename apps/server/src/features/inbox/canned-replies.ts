import type { CannedReplyId } from '@hanasu/contract/ids';
import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import { foldForSearch } from '@hanasu/contract/text';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import {
  type CannedChange,
  type CannedRow,
  cannedView,
  findCanned,
  insertCanned,
  listCanned,
  lockCanned,
  MOST_CANNED,
  updateCanned,
} from './canned.store.ts';

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

export const createCannedReply = (
  database: Database,
  session: Session,
  input: Omit<CannedChange, 'id'>,
): Promise<CannedReplyView> =>
  database.account(session.accountId, async (transaction) => {
    const canned = { ...input, id: newId<CannedReplyId>() };
    const known = await lockAndRead(transaction);
    if (known.length >= MOST_CANNED) {
      throw new AppError('too_many_canned', `An account may have ${MOST_CANNED} canned replies`);
    }
    refuseTaken(known, canned);
    await insertCanned(transaction, canned, session.userId);
    return shown(transaction, canned.id);
  });

export const updateCannedReply = (
  database: Database,
  session: Session,
  id: CannedReplyId,
  change: { readonly [Key in keyof Omit<CannedChange, 'id'>]?: string | undefined },
): Promise<CannedReplyView> =>
  database.account(session.accountId, async (transaction) => {
    const known = await lockAndRead(transaction);
    const before = known.find((one) => one.id === id);
    if (!before) throw noSuchReply();
    const canned = {
      id,
      shortcut: change.shortcut ?? before.shortcut,
      title: change.title ?? before.title,
      text: change.text ?? before.text,
    };
    refuseTaken(known, canned);
    await updateCanned(transaction, canned);
    return shown(transaction, id);
  });

export const noSuchReply = () => new AppError('not_found', 'There is no such canned reply');

async function lockAndRead(transaction: AccountTransaction): Promise<CannedRow[]> {
  await lockCanned(transaction);
  return listCanned(transaction);
}

/** Typed without marks or in the other kana, two shortcuts must not be the same. */
function refuseTaken(known: readonly CannedRow[], { id, shortcut }: CannedChange): void {
  const folded = foldForSearch(shortcut);
  const isTaken = known.some((one) => one.id !== id && foldForSearch(one.shortcut) === folded);
  if (isTaken) throw AppError.field('canned_shortcut_taken', 'body.shortcut', 'This shortcut is taken');
}

async function shown(transaction: AccountTransaction, id: CannedReplyId): Promise<CannedReplyView> {
  const row = await findCanned(transaction, id);
  if (!row) throw noSuchReply();
  return cannedView(row);
}
