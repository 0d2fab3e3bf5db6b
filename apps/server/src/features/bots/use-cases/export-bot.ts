import { BOT_FILE_FORMAT, BOT_FILE_VERSION, type BotFile } from '@hanasu/contract/bot-files';
import type { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { editedConfig } from '../domain/bot-config.ts';
import { findKnowledgeNames } from '../knowledge-names.store.ts';
import { existingBot } from './existing-bot.ts';

export const exportBot = (database: Database, session: Session, id: BotId): Promise<BotFile> =>
  database.account(session.accountId, async (transaction) => {
    const { knowledgeUuids, ...bot } = editedConfig(await existingBot(transaction, id));
    const knowledge = await findKnowledgeNames(transaction, knowledgeUuids);
    return { format: BOT_FILE_FORMAT, version: BOT_FILE_VERSION, bot: { ...bot, knowledge } };
  });
