import type { BotVersionView } from '@hanasu/contract/bot-versions';
import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findVersion, listVersions, type VersionRow } from '../drafts.store.ts';
import { existingBot } from './existing-bot.ts';

const versionView = (row: VersionRow): BotVersionView => ({
  number: row.number,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  author: row.authorId && { uuid: row.authorId, name: row.authorName ?? '' },
});

export const readVersions = (
  database: Database,
  session: Session,
  id: BotId,
  { page, pageSize }: PageQuery,
) =>
  database.account(session.accountId, async (transaction) => {
    await existingBot(transaction, id);
    const range = { limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, total } = await listVersions(transaction, id, range);
    return { items: rows.map(versionView), total, page, pageSize };
  });

/** Settings that came after the version have their defaults. */
export const readVersion = (database: Database, session: Session, id: BotId, number: number) =>
  database.account(session.accountId, async (transaction) => {
    const row = await findVersion(transaction, id, number);
    if (!row) throw new AppError('not_found', 'There is no such version');
    const settings = { ...DEFAULT_BOT_SETTINGS, ...row.config.settings };
    return { ...versionView(row), config: { ...row.config, settings } };
  });
