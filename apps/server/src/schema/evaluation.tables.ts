import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { bots } from './bots.tables.ts';
import { documents, knowledges } from './knowledge.tables.ts';

export const questionSets = pgTable(
  'question_sets',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    knowledgeId: uuid('knowledge_id').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'question_sets_knowledge',
    }).onDelete('cascade'),
    index('question_sets_by_knowledge').on(table.accountId, table.knowledgeId),
  ],
);

export const testQuestions = pgTable(
  'test_questions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    setId: uuid('set_id').notNull(),
    question: text('question').notNull(),
    /** `Expected` of the contract. */
    expected: jsonb('expected').notNull(),
    origin: text('origin').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.setId],
      foreignColumns: [questionSets.accountId, questionSets.id],
      name: 'test_questions_set',
    }).onDelete('cascade'),
    index('test_questions_by_set').on(table.accountId, table.setId, table.id),
  ],
);

export const testRuns = pgTable(
  'test_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    setId: uuid('set_id').notNull(),
    status: text('status').notNull(),
    cause: text('cause').notNull(),
    settings: jsonb('settings').notNull(),
    questions: integer('questions').notNull(),
    done: integer('done').notNull().default(0),
    /** `RunScores` of the contract; null: not finished. */
    scores: jsonb('scores'),
    milliseconds: doublePrecision('milliseconds'),
    createdAt: createdAt(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.setId],
      foreignColumns: [questionSets.accountId, questionSets.id],
      name: 'test_runs_set',
    }).onDelete('cascade'),
    index('test_runs_by_set').on(table.accountId, table.setId, table.id),
  ],
);

export const testResults = pgTable(
  'test_results',
  {
    accountId: accountId(),
    runId: uuid('run_id').notNull(),
    questionId: uuid('question_id').notNull(),
    question: text('question').notNull(),
    /** From 1; null: not among the first ten. */
    rank: integer('rank'),
    milliseconds: doublePrecision('milliseconds').notNull(),
    /** The first three, as in the contract. */
    top: jsonb('top').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.runId, table.questionId] }),
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [testRuns.accountId, testRuns.id],
      name: 'test_results_run',
    }).onDelete('cascade'),
  ],
);

/** Questions of conversations that somebody has dealt with: answered, made a test, or put aside. */
export const settledQuestions = pgTable(
  'settled_questions',
  {
    accountId: accountId(),
    knowledgeId: uuid('knowledge_id').notNull(),
    messageId: uuid('message_id').notNull(),
    action: text('action').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.knowledgeId, table.messageId] }),
    foreignKey({
      columns: [table.accountId, table.knowledgeId],
      foreignColumns: [knowledges.accountId, knowledges.id],
      name: 'settled_questions_knowledge',
    }).onDelete('cascade'),
  ],
);

/** The questions of one version of a document, which its owner has bots answer before customers ask. */
export const documentChecks = pgTable(
  'document_checks',
  {
    accountId: accountId(),
    documentId: uuid('document_id').notNull(),
    version: integer('version').notNull(),
    /** While a request writes the questions; in the past: that request has ended without them. Null: they are there. */
    makingUntil: time('making_until'),
    /** `model` or `document`; null: not known yet. */
    origin: text('origin'),
    /** `CheckShortfall` of the contract; null: a model wrote the questions. */
    shortfall: text('shortfall'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.documentId, table.version] }),
    foreignKey({
      columns: [table.accountId, table.documentId],
      foreignColumns: [documents.accountId, documents.id],
      name: 'document_checks_document',
    }).onDelete('cascade'),
  ],
);

export const documentQuestions = pgTable(
  'document_questions',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    documentId: uuid('document_id').notNull(),
    version: integer('version').notNull(),
    position: smallint('position').notNull(),
    question: text('question').notNull(),
    /** The run of the document that holds the answer; null: a rule made the question. */
    expected: text('expected'),
    /** The passage that it was made from; it may be gone since. */
    embeddingId: uuid('embedding_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    foreignKey({
      columns: [table.accountId, table.documentId, table.version],
      foreignColumns: [documentChecks.accountId, documentChecks.documentId, documentChecks.version],
      name: 'document_questions_check',
    }).onDelete('cascade'),
    index('document_questions_by_check').on(table.accountId, table.documentId, table.version, table.position),
  ],
);

/** What a bot answered to a question of a document, and what the owner thinks of it. */
export const documentAnswers = pgTable(
  'document_answers',
  {
    accountId: accountId(),
    questionId: uuid('question_id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** While a request has the bot answer; null or in the past: none does. */
    askingUntil: time('asking_until'),
    /** Null, like the next four: the bot has not answered yet. */
    text: text('text'),
    outcome: text('outcome'),
    /** `Citation` of the contract each. */
    citations: jsonb('citations'),
    tokens: integer('tokens'),
    answeredAt: time('answered_at'),
    /** `right` or `wrong`; null: not judged yet. */
    verdict: text('verdict'),
    judgedBy: uuid('judged_by'),
    judgedAt: time('judged_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.questionId, table.botId] }),
    foreignKey({
      columns: [table.accountId, table.questionId],
      foreignColumns: [documentQuestions.accountId, documentQuestions.id],
      name: 'document_answers_question',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'document_answers_bot',
    }).onDelete('cascade'),
    index('document_answers_by_bot').on(table.accountId, table.botId),
  ],
);
