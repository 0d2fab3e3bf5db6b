import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, time } from '../platform/database/columns.ts';

/** Global: mails to send. Written in the transaction that decides to write; without a mail server they stay here. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    locale: text('locale').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** `queued`, `sent`, `failed`, or `kept` where there is no mail server. */
    state: text('state').notNull(),
    attempts: integer('attempts').notNull().default(0),
    problem: text('problem'),
    /** When a queued mail is tried next; while it is being sent, when somebody else may take it over. */
    dueAt: time('due_at').notNull().defaultNow(),
    createdAt: createdAt(),
    sentAt: time('sent_at'),
  },
  (table) => [
    index('mails_created').on(table.createdAt),
    index('mails_due').on(table.dueAt).where(sql`state = 'queued'`),
  ],
);
