import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { bots } from './bots.tables.ts';
import { conversations } from './conversations.tables.ts';

/** What a bot's model may call. */
export const botTools = pgTable(
  'bot_tools',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    botId: uuid('bot_id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    /** By kind, as in the contract, without secrets. */
    config: jsonb('config').notNull(),
    /** Sealed JSON of the secret values; the tool's id is bound in. */
    secrets: bytes('secrets'),
    enabled: boolean('enabled').notNull(),
    position: integer('position').notNull(),
    /** Why calls fail now, as in the contract; null: they do not. */
    failure: text('failure'),
    failedAt: time('failed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('bot_tools_bot').on(table.accountId, table.botId, table.position),
    uniqueIndex('bot_tools_name').on(table.accountId, table.botId, table.name),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'bot_tools_bot',
    }).onDelete('cascade'),
  ],
);

/** The n8n of an account. */
export const n8nConnections = pgTable('n8n_connections', {
  accountId: accountId().primaryKey(),
  baseUrl: text('base_url').notNull(),
  /** Null: webhooks are called at `base_url`. */
  webhookBaseUrl: text('webhook_base_url'),
  /** Sealed; the account's id is bound in. */
  sealedKey: bytes('sealed_key').notNull(),
  /** Last characters of the key, by which keys are recognised. */
  ending: text('ending').notNull(),
  checkedAt: time('checked_at').notNull(),
  changedAt: time('changed_at').notNull(),
  changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
});

/** The last calls of other systems by tools, for admins. Deleted after 30 days. */
export const toolRuns = pgTable(
  'tool_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    toolId: uuid('tool_id').notNull(),
    /** The conversation that the call was made in; null: a test, or a call of a program. */
    conversationId: uuid('conversation_id'),
    /** As in the contract. */
    state: text('state').notNull(),
    reason: text('reason'),
    status: integer('status'),
    milliseconds: integer('milliseconds').notNull(),
    /** The beginning of both, without secrets. */
    input: text('input').notNull(),
    output: text('output').notNull(),
    key: text('key').notNull(),
    executionId: text('execution_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('tool_runs_tool').on(table.accountId, table.toolId, table.id),
    index('tool_runs_conversation').on(table.accountId, table.conversationId),
    index('tool_runs_created').on(table.createdAt),
    foreignKey({
      columns: [table.accountId, table.toolId],
      foreignColumns: [botTools.accountId, botTools.id],
      name: 'tool_runs_tool',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'tool_runs_conversation',
    }).onDelete('cascade'),
  ],
);

/**
 * Calls of tools that wait for consent, and what became of them. A call is claimed by a change of `state` before it is
 * made; a claimed one without a result is never made again.
 */
export const toolConfirmations = pgTable(
  'tool_confirmations',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    botId: uuid('bot_id').notNull(),
    /** No reference: what became of a call is known after its tool is gone. */
    toolId: uuid('tool_id').notNull(),
    /** `updated_at` of the tool when the question was asked: a changed tool does not run. */
    toolVersion: time('tool_version').notNull(),
    /** As the question names it. */
    toolName: text('tool_name').notNull(),
    /** Which tool of an MCP server. */
    remote: text('remote'),
    /** The arguments, as they were shown and as they are sent. JSON text keeps their order. */
    input: text('input').notNull(),
    /** As it was put to the customer. */
    question: text('question').notNull(),
    /** `customer` or `staff`. */
    confirmer: text('confirmer').notNull(),
    /** As in the contract. */
    state: text('state').notNull().default('pending'),
    /** Why it failed. */
    reason: text('reason'),
    /** JSON. */
    output: text('output'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: time('decided_at'),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    /** The customer has heard what became of it, or need not. */
    reportedAt: time('reported_at'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('tool_confirmations_conversation').on(table.accountId, table.conversationId, table.id),
    index('tool_confirmations_open')
      .on(table.state, table.expiresAt)
      .where(sql`state in ('pending', 'confirmed', 'running')`),
    foreignKey({
      columns: [table.accountId, table.conversationId],
      foreignColumns: [conversations.accountId, conversations.id],
      name: 'tool_confirmations_conversation',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.botId],
      foreignColumns: [bots.accountId, bots.id],
      name: 'tool_confirmations_bot',
    }).onDelete('cascade'),
  ],
);
