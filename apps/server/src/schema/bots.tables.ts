import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { knowledges } from './knowledge.tables.ts';

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
    /** `BotSettings` of the contract; what is absent has its default. */
    settings: jsonb('settings').notNull().default({}),
    /** `BotConfig`: what was changed since it was published, whole; null when nothing was. */
    draft: jsonb('draft'),
    /** Number of the version that answers; 0: never published. */
    version: integer('version').notNull().default(0),
    publishedAt: time('published_at'),
    paused: boolean('paused').notNull().default(false),
    /** When its curated answers changed last: what every process compares its copy with. */
    curatedAt: time('curated_at'),
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

/** What was published, whole; append-only. */
export const botVersions = pgTable(
  'bot_versions',
  {
    accountId: accountId(),
    botId: uuid('bot_id').notNull(),
    number: integer('number').notNull(),
    /** `BotConfig` of the contract. */
    config: jsonb('config').notNull(),
    note: text('note').notNull(),
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.botId, table.number] }),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'bot_versions_bot',
    }).onDelete('cascade'),
  ],
);

/** Answers written by a person, given without a model. */
export const curatedAnswers = pgTable(
  'curated_answers',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** Ways to ask, as strings. */
    questions: jsonb('questions').notNull(),
    answer: text('answer').notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('curated_answers_bot').on(table.accountId, table.botId),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'curated_answers_bot',
    }).onDelete('cascade'),
  ],
);
