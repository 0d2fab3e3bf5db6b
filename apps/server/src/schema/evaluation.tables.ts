import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, updatedAt } from '../platform/database/columns.ts';
import { knowledges } from './knowledge.tables.ts';

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
