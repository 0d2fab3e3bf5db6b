import type { BotVersionView } from '@hanasu/contract/bot-versions';
import { type BotView, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Actor, Session } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { draftOf, editedConfig } from '../config/bot-config.ts';
import { type BotDependencies, getBot, getLockedBot, viewBot } from '../config/bots.ts';
import { refuseSampleText } from '../config/sample-text.ts';
import {
  findVersion,
  listVersions,
  saveDraft,
  setPaused,
  type VersionRow,
  writeVersion,
} from './drafts.store.ts';

const versionView = (row: VersionRow): BotVersionView => ({
  number: row.number,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  author: row.authorId && { uuid: row.authorId, name: row.authorName ?? '' },
});

export const readVersions = (
  database: Database,
  { session, id }: { readonly session: Session; readonly id: BotId },
  { page, pageSize }: PageQuery,
) =>
  database.account(session.accountId, async (transaction) => {
    await getBot(transaction, id);
    const range = { limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, total } = await listVersions(transaction, id, range);
    return { items: rows.map(versionView), total, page, pageSize };
  });

/** Settings that came after the version have their defaults. */
export const readVersion = (
  database: Database,
  { session, id }: { readonly session: Session; readonly id: BotId },
  number: number,
) =>
  database.account(session.accountId, async (transaction) => {
    const row = await findVersion(transaction, id, number);
    if (!row) throw new AppError('not_found', 'Version not found');
    const settings = { ...DEFAULT_BOT_SETTINGS, ...row.config.settings };
    return { ...versionView(row), config: { ...row.config, settings } };
  });

/** Of two who publish at once, the second finds nothing left to publish. */
export const publishBot = (
  database: Database,
  { actor: { accountId, userId, address }, id }: { readonly actor: Actor; readonly id: BotId },
  note: string,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await getLockedBot(transaction, id);
    const config = bot.draft && draftOf(bot, editedConfig(bot));
    if (!config)
      throw new AppError('nothing_to_publish', 'Nothing has changed since the last published version');
    await refuseSampleText(transaction, config);
    const number = bot.version + 1;
    await writeVersion(transaction, id, { number, config, note, userId });
    const data = { uuid: id, version: number };
    await recordAudit(transaction, { userId, address, action: 'bot.published', target: config.name, data });
    return viewBot(transaction, id);
  });

/** Only the draft goes back; it answers once it is published. Knowledge that is gone by now is left out. */
export const rollBackBot = (
  { database, existingKnowledgeIds }: BotDependencies,
  { actor: { accountId, userId, address }, id }: { readonly actor: Actor; readonly id: BotId },
  number: number,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await getLockedBot(transaction, id);
    const version = await findVersion(transaction, id, number);
    if (!version) throw new AppError('not_found', 'Version not found');
    const known = new Set(await existingKnowledgeIds(transaction, version.config.knowledgeUuids));
    const config = {
      ...version.config,
      knowledgeUuids: version.config.knowledgeUuids.filter((uuid) => known.has(uuid)),
      settings: { ...DEFAULT_BOT_SETTINGS, ...version.config.settings },
    };
    await saveDraft(transaction, id, draftOf(bot, config));
    const data = { uuid: id, version: number };
    await recordAudit(transaction, { userId, address, action: 'bot.rolled_back', target: bot.name, data });
    return viewBot(transaction, id);
  });

/** A bot that was never published is nothing but its draft and keeps it. */
export const discardDraft = (database: Database, session: Session, id: BotId): Promise<BotView> =>
  database.account(session.accountId, async (transaction) => {
    const bot = await getLockedBot(transaction, id);
    if (bot.version > 0 && bot.draft) await saveDraft(transaction, id, null);
    return viewBot(transaction, id);
  });

export const pauseBot = (
  database: Database,
  { actor: { accountId, userId, address }, id }: { readonly actor: Actor; readonly id: BotId },
  paused: boolean,
): Promise<BotView> =>
  database.account(accountId, async (transaction) => {
    const bot = await getLockedBot(transaction, id);
    if (await setPaused(transaction, id, paused)) {
      const action = paused ? 'bot.paused' : 'bot.resumed';
      await recordAudit(transaction, { userId, address, action, target: bot.name, data: { uuid: id } });
    }
    return viewBot(transaction, id);
  });
