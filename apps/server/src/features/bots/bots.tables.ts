import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../../platform/database/columns.ts';
import { knowledges } from '../knowledge/knowledge.tables.ts';

export const bots = pgTable(
  'bots',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    serviceUuid: text('service_uuid').notNull(),
    instructions: text('instructions').notNull(),
    greeting: text('greeting').notNull(),
    noAnswerReply: text('no_answer_reply').notNull(),
    answerOnlyFromKnowledge: boolean('answer_only_from_knowledge').notNull(),
    showSources: boolean('show_sources').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const botKnowledges = pgTable(
  'bot_knowledges',
  {
    accountId: accountId(),
    botId: uuid('bot_id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.botId, table.knowledgeId] }),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'bot_knowledges_bot',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'bot_knowledges_knowledge',
    }).onDelete('cascade'),
    index('bot_knowledges_by_knowledge').on(table.accountId, table.knowledgeId),
  ],
);
