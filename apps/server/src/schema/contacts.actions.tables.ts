import { sql } from 'drizzle-orm';
import {
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
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { segments } from './contacts.segments.tables.ts';
import { customerEvents, customers } from './contacts.tables.ts';

/** When something happens with a customer who is in a segment, these actions are done. */
export const actionRules = pgTable(
  'action_rules',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Since when it looks at what happens; null: it is switched off. */
    enabledAt: time('enabled_at'),
    /** `RuleTrigger` of the contract: which events. */
    event: text('event').notNull(),
    tagId: uuid('tag_id'),
    channelId: uuid('channel_id'),
    /** Of submissions: of which form; the rule of a form itself has its id. */
    formId: uuid('form_id'),
    /** Of taps: on which rich menu, and with `tap` (page and area) on which area: the rule of an area itself. */
    menuId: uuid('menu_id'),
    tap: text('tap'),
    /** A saved segment, or a definition of its own; both null: everybody. */
    segmentId: uuid('segment_id'),
    definition: jsonb('definition'),
    /** `Action[]` of the contract, as the version that wrote it had them. */
    actions: jsonb('actions').notNull(),
    /** Since when it does nothing because a part of it is broken; null: it works. */
    brokenAt: time('broken_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('action_rules_name').on(table.accountId, sql`lower(name)`),
    index('action_rules_event').on(table.accountId, table.event).where(sql`enabled_at is not null`),
    index('action_rules_segment').on(table.accountId, table.segmentId).where(sql`segment_id is not null`),
    foreignKey({
      columns: [table.accountId, table.segmentId],
      foreignColumns: [segments.accountId, segments.id],
      name: 'action_rules_segment_of',
    }),
  ],
);

/** An action of a rule for one event: to be done, or the log of what became of it. */
export const actionRuns = pgTable(
  'action_runs',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    eventId: uuid('event_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    /** Among the actions of the rule. */
    position: integer('position').notNull(),
    customerId: uuid('customer_id').notNull(),
    /** As the rule had it when the event was looked at. */
    action: jsonb('action').notNull(),
    /** `waiting`, `done`, `failed`, or `cut`: it would have gone round in circles. */
    state: text('state').notNull(),
    reason: text('reason'),
    attempts: integer('attempts').notNull().default(0),
    /** When it came to its end; until then when it was decided. */
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('action_runs_once').on(table.accountId, table.eventId, table.ruleId, table.position),
    index('action_runs_customer').on(table.accountId, table.customerId, table.at, table.id),
    index('action_runs_rule').on(table.accountId, table.ruleId, table.at, table.id),
    index('action_runs_failed').on(table.at).where(sql`state = 'failed'`),
    foreignKey({
      columns: [table.accountId, table.eventId],
      foreignColumns: [customerEvents.accountId, customerEvents.id],
      name: 'action_runs_event',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.ruleId],
      foreignColumns: [actionRules.accountId, actionRules.id],
      name: 'action_runs_rule_of',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'action_runs_customer_of',
    }).onDelete('cascade'),
  ],
);
