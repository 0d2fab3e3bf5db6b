import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, createdAt, time, updatedAt } from '../platform/database/columns.ts';
import { users } from './accounts.tables.ts';
import { channels } from './channels.tables.ts';

export const customers = pgTable(
  'customers',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    /** As a channel tells it, or as they said when asked. */
    name: text('name').notNull(),
    /** Given by staff; null: none. */
    displayName: text('display_name'),
    kana: text('kana').notNull().default(''),
    language: text('language'),
    birthday: date('birthday', { mode: 'string' }),
    /** `PostalAddress` of the contract. */
    address: jsonb('address'),
    note: text('note').notNull().default(''),
    /** Value by the id of the field. */
    fields: jsonb('fields').notNull().default({}),
    source: text('source').notNull().default('channel'),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** On any channel; the newest of their friends. */
    lastWroteAt: time('last_wrote_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** What is shown, and what a search compares: see `fold_name` in the migration. */
    shownName: text('shown_name').notNull().generatedAlwaysAs(sql`coalesce(display_name, name)`),
    searched: text('searched')
      .notNull()
      .generatedAlwaysAs(sql`fold_name(coalesce(display_name, '') || ' ' || name || ' ' || kana)`),
    /** What a search of names compares (`foldName` of the contract), one line for each name. */
    searchedNames: text('searched_names')
      .notNull()
      .generatedAlwaysAs(
        sql`search_name(coalesce(display_name, '')) || E'\\n' || search_name(name) || E'\\n' || search_name(kana)`,
      ),
    /** By what two customers have the same name (`nameKey` of the contract). */
    nameKey: text('name_key').notNull().generatedAlwaysAs(sql`name_key(coalesce(display_name, name))`),
    /** Of all `fields`; who reads them decides which of them count. */
    searchedFields: text('searched_fields').notNull().generatedAlwaysAs(sql`fold_fields(fields)`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('customers_name').on(table.accountId, sql`lower(shown_name)`, table.id),
    index('customers_name_key').on(table.accountId, table.nameKey),
    index('customers_made').on(table.accountId, table.createdAt, table.id),
    index('customers_wrote').on(
      table.accountId,
      sql`coalesce(last_wrote_at, 'epoch'::timestamptz)`,
      table.id,
    ),
    index('customers_changed').on(table.accountId, table.updatedAt, table.id),
    index('customers_owner').on(table.accountId, table.ownerId),
  ],
);

/** Ways to reach somebody beside their channels. */
export const customerContacts = pgTable(
  'customer_contacts',
  {
    accountId: accountId(),
    customerId: uuid('customer_id').notNull(),
    /** `phone` or `email`. */
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
    /** As it was typed. */
    value: text('value').notNull(),
    /** E.164, or the e-mail address in lower case; null: not a valid one. */
    normal: text('normal'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.customerId, table.kind, table.position] }),
    index('customer_contacts_normal').on(table.accountId, table.kind, table.normal),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customer_contacts_customer',
    }).onDelete('cascade'),
  ],
);

/** What an account keeps of its customers beside what everybody has. */
export const customerFields = pgTable(
  'customer_fields',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    label: text('label').notNull(),
    kind: text('kind').notNull(),
    options: jsonb('options').notNull().default([]),
    /** Roles that don't see it. */
    hiddenFrom: text('hidden_from').array().notNull().default([]),
    position: integer('position').notNull(),
    archivedAt: time('archived_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('customer_fields_label')
      .on(table.accountId, sql`lower(label)`)
      .where(sql`archived_at is null`),
  ],
);

export const tagGroups = pgTable(
  'tag_groups',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    exclusive: boolean('exclusive').notNull().default(false),
    position: integer('position').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('tag_groups_name').on(table.accountId, sql`lower(name)`),
  ],
);

export const tags = pgTable(
  'tags',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    groupId: uuid('group_id'),
    name: text('name').notNull(),
    color: text('color').notNull(),
    position: integer('position').notNull(),
    archivedAt: time('archived_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('tags_name').on(table.accountId, sql`lower(name)`).where(sql`archived_at is null`),
    foreignKey({
      columns: [table.accountId, table.groupId],
      foreignColumns: [tagGroups.accountId, tagGroups.id],
      name: 'tags_group',
    }),
  ],
);

export const customerTags = pgTable(
  'customer_tags',
  {
    accountId: accountId(),
    customerId: uuid('customer_id').notNull(),
    tagId: uuid('tag_id').notNull(),
    /** Of a tag whose group allows one of each customer, the group: the index below keeps it so. */
    exclusiveGroupId: uuid('exclusive_group_id'),
    /** `staff`, `import`, `api`, `rule`, …, and whose or which. */
    byKind: text('by_kind').notNull(),
    byId: uuid('by_id'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.customerId, table.tagId] }),
    index('customer_tags_tag').on(table.accountId, table.tagId, table.customerId),
    uniqueIndex('customer_tags_exclusive')
      .on(table.accountId, table.customerId, table.exclusiveGroupId)
      .where(sql`exclusive_group_id is not null`),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customer_tags_customer',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.tagId],
      foreignColumns: [tags.accountId, tags.id],
      name: 'customer_tags_tag_of',
    }).onDelete('cascade'),
  ],
);

/**
 * What happened with a customer, beside their messages; goes with the customer. Also the log that rules and web hooks read:
 * an event waits for them as long as it has a time when it is due.
 */
export const customerEvents = pgTable(
  'customer_events',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').notNull(),
    kind: text('kind').notNull(),
    byKind: text('by_kind').notNull(),
    byId: uuid('by_id'),
    /** Ids of what it was about, without personal data: `tagId`, `friendId`, `facts`. */
    data: jsonb('data').notNull().default({}),
    at: time('at').notNull().defaultNow(),
    /** The order in which events of a customer are handled. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
    /** When it is handled, or tried again; later than now while it is held. Null: nobody waits for it. */
    dueAt: time('due_at'),
    attempts: integer('attempts').notNull().default(0),
    /** What is to be done because of it stands in `action_runs`. */
    planned: boolean('planned').notNull().default(false),
    /** The event whose rule did this, and how many stand before it. Set for the transaction by who runs an action. */
    causeId: uuid('cause_id').default(sql`nullif(current_setting('app.cause_id', true), '')::uuid`),
    depth: integer('depth')
      .notNull()
      .default(sql`coalesce(nullif(current_setting('app.cause_depth', true), '')::int, 0)`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('customer_events_customer').on(table.accountId, table.customerId, table.at, table.id),
    index('customer_events_kind').on(table.accountId, table.kind, table.at),
    index('customer_events_due').on(table.accountId, table.dueAt).where(sql`due_at is not null`),
    index('customer_events_waiting')
      .on(table.accountId, table.customerId, table.seq)
      .where(sql`due_at is not null`),
    foreignKey({
      columns: [table.accountId, table.customerId],
      foreignColumns: [customers.accountId, customers.id],
      name: 'customer_events_customer',
    }).onDelete('cascade'),
  ],
);

export const friends = pgTable(
  'friends',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    externalId: text('external_id').notNull(),
    /** The id that their web site has of them and has signed; null: none. */
    signedId: text('signed_id'),
    name: text('name').notNull(),
    /** What a search compares. */
    searched: text('searched').notNull().generatedAlwaysAs(sql`fold_name(name)`),
    /** What a search of names compares, as of customers. */
    searchedNames: text('searched_names').notNull().generatedAlwaysAs(sql`search_name(name)`),
    pictureUrl: text('picture_url'),
    language: text('language'),
    state: text('state').notNull(),
    /** To messages that the account sends on its own: `unknown`, `given` or `withdrawn`. */
    consent: text('consent').notNull().default('unknown'),
    /** When the profile was last read from the vendor; null: not yet. */
    profileAt: time('profile_at'),
    /** What they told of themselves when asked: name, phone, address, …. */
    details: jsonb('details').notNull().default({}),
    lastWroteAt: time('last_wrote_at'),
    /** When they sent their newest messages, at most 100, in this order: what segments count. */
    messageTimes: timestamp('message_times', { withTimezone: true }).array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('friends_external').on(table.accountId, table.channelId, table.externalId),
    index('friends_customer').on(table.accountId, table.customerId),
    index('friends_signed').on(table.accountId, table.signedId).where(sql`signed_id is not null`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'friends_channel',
    }).onDelete('cascade'),
  ],
);
