import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { channels } from './channels.tables.ts';
import { friends } from './contacts.tables.ts';

export const richMenus = pgTable(
  'rich_menus',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    name: text('name').notNull(),
    /** The first of a channel that is for somebody now is theirs. */
    position: integer('position').notNull(),
    /** `RichMenuDefinition` and `RichMenuSettings` of the contract. */
    draft: jsonb('draft').notNull(),
    revision: integer('revision').notNull().default(1),
    settings: jsonb('settings').notNull(),
    /** The newest of `rich_menu_versions`; null: never published. */
    version: integer('version'),
    hasChanges: boolean('has_changes').notNull().default(true),
    /** Published and taken back again. */
    withdrawnAt: time('withdrawn_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('rich_menus_name').on(table.accountId, table.channelId, sql`lower(name)`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'rich_menus_channel',
    }).onDelete('cascade'),
  ],
);

/** What was published; never changed afterwards. */
export const richMenuVersions = pgTable(
  'rich_menu_versions',
  {
    accountId: accountId(),
    menuId: uuid('menu_id').notNull(),
    number: integer('number').notNull(),
    definition: jsonb('definition').notNull(),
    publishedBy: uuid('published_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.menuId, table.number] }),
    foreignKey({
      columns: [table.accountId, table.menuId],
      foreignColumns: [richMenus.accountId, richMenus.id],
      name: 'rich_menu_versions_menu',
    }).onDelete('cascade'),
  ],
);

/**
 * Menus of ours at LINE. What they are stands in their name there (see `marks.ts`), so that a row can be made again
 * when the answer to a call was lost.
 */
export const lineMenus = pgTable(
  'line_menus',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    /** The vendor's id, `richmenu-…`. */
    lineId: text('line_id').notNull(),
    /** Without a foreign key: a menu that was deleted here is still to be deleted there. */
    menuId: uuid('menu_id').notNull(),
    pageId: text('page_id').notNull(),
    /** Of everything that the vendor was given, the picture too. */
    hash: text('hash').notNull(),
    hasPicture: boolean('has_picture').notNull().default(false),
    /** When another took its place; null: nothing did. Open chats show it for a while. */
    replacedAt: time('replaced_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId, table.lineId] }),
    index('line_menus_page').on(table.accountId, table.menuId, table.pageId),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'line_menus_channel',
    }).onDelete('cascade'),
  ],
);

/** One for each channel that ever had a menu: how far what is at LINE is what should be there. */
export const channelMenus = pgTable(
  'channel_menus',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    /** Raised by whatever changes what should be at LINE; `done` follows when it is so. */
    wanted: bigint('wanted', { mode: 'number' }).notNull().default(1),
    done: bigint('done', { mode: 'number' }).notNull().default(0),
    /** When the work goes on; null: when `wanted` is raised. */
    dueAt: time('due_at'),
    leasedUntil: time('leased_until'),
    leasedBy: uuid('leased_by'),
    attempts: integer('attempts').notNull().default(0),
    stepsDone: integer('steps_done').notNull().default(0),
    stepsTotal: integer('steps_total').notNull().default(0),
    /** Code of what ended the last run: a `MENU_JOB_PROBLEMS` of the contract. */
    error: text('error'),
    /** When menus were made and deleted in the last hour, for the vendor's limits. */
    createdTimes: time('created_times').array().notNull().default([]),
    deletedTimes: time('deleted_times').array().notNull().default([]),
    /** The vendor's id of the default, as it was last set by us and last found; `other`: of another tool. */
    defaultSet: text('default_set'),
    defaultFound: text('default_found'),
    otherMenus: integer('other_menus').notNull().default(0),
    /** `MenuDrift[]` of the contract, each with whether staff leave it as it is. */
    drift: jsonb('drift').notNull().default([]),
    /** What another tool has changed becomes ours again in the next run. */
    takesBack: boolean('takes_back').notNull().default(false),
    /** Used by the version before; now each entry of `drift` says it itself. */
    isLeft: boolean('is_left').notNull().default(false),
    /** What the last run could not do: `StoredProblem[]`. */
    problems: jsonb('problems').notNull().default([]),
    checkedAt: time('checked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId] }),
    index('channel_menus_due').on(table.dueAt).where(sql`due_at is not null`),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'channel_menus_channel',
    }).onDelete('cascade'),
  ],
);

/**
 * Channels that were disconnected or deleted while menus of ours stood at the vendor. A row keeps the credentials until the
 * menus are removed there, or the attempt is given up.
 */
export const menuRemovals = pgTable(
  'menu_removals',
  {
    accountId: accountId(),
    /** Without a foreign key: the channel may be deleted. */
    channelId: uuid('channel_id').notNull(),
    channelKind: text('channel_kind').notNull(),
    channelName: text('channel_name').notNull(),
    sandbox: boolean('sandbox').notNull(),
    /** Sealed; the id of the channel is bound in. */
    credentials: bytes('credentials').notNull(),
    leftAt: time('left_at').notNull().defaultNow(),
    dueAt: time('due_at').notNull().defaultNow(),
    leasedUntil: time('leased_until'),
    attempts: integer('attempts').notNull().default(0),
    /** Friends were taken off the menus. */
    isUnlinked: boolean('is_unlinked').notNull().default(false),
    /** Nothing of ours was found at the vendor; confirmed once more, because a call may still have been under way. */
    isClean: boolean('is_clean').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.channelId] }),
    index('menu_removals_due').on(table.dueAt),
  ],
);

/** Friends who have, should have or were given a menu of their own. Who has none sees the default. */
export const friendMenus = pgTable(
  'friend_menus',
  {
    accountId: accountId(),
    channelId: uuid('channel_id').notNull(),
    friendId: uuid('friend_id').notNull(),
    /** Given by hand or by an action; goes before the list. */
    givenMenuId: uuid('given_menu_id'),
    givenAt: time('given_at'),
    /** What they should have now; null: the default. */
    menuId: uuid('menu_id'),
    /**
     * The vendor's id of what LINE was last asked to show them; null: nothing of their own. Behind a `?` while another link is
     * asked for: LINE may show either.
     */
    lineId: text('line_id'),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.friendId] }),
    /** In the order in which friends are linked at LINE. Without `line_id`, so that linking changes no index. */
    index('friend_menus_told').on(table.accountId, table.channelId, table.menuId, table.friendId),
    foreignKey({
      columns: [table.accountId, table.friendId],
      foreignColumns: [friends.accountId, friends.id],
      name: 'friend_menus_friend',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.channelId],
      foreignColumns: [channels.accountId, channels.id],
      name: 'friend_menus_of_channel',
    }).onDelete('cascade'),
  ],
);

export const menuTaps = pgTable(
  'menu_taps',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    menuId: uuid('menu_id').notNull(),
    pageId: text('page_id').notNull(),
    areaId: text('area_id').notNull(),
    /** Emptied when the friend goes, so that sums stay: `on delete set null (friend_id)`. */
    friendId: uuid('friend_id'),
    /** The vendor's event, which may come twice. */
    eventId: text('event_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('menu_taps_event').on(table.accountId, table.eventId),
    index('menu_taps_menu').on(table.accountId, table.menuId, table.createdAt),
    index('menu_taps_friend').on(table.accountId, table.friendId, table.menuId),
    foreignKey({
      columns: [table.accountId, table.menuId],
      foreignColumns: [richMenus.accountId, richMenus.id],
      name: 'menu_taps_menu_of',
    }).onDelete('cascade'),
  ],
);

/** Uploads for menus and rich messages, in their own bytes; what is sent is drawn from them. */
export const linePictures = pgTable(
  'line_pictures',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    storageKey: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Upright. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When something was last found to show it; looked at once a day. */
    usedAt: time('used_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('line_pictures_used').on(table.usedAt),
  ],
);

export const richMessages = pgTable(
  'rich_messages',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** `RichMessageDefinition` of the contract. */
    definition: jsonb('definition').notNull(),
    revision: integer('revision').notNull().default(1),
    /** Of the drawn picture: stands in its public address, because the vendor keeps pictures by address. Null: not drawn. */
    pictureHash: text('picture_hash'),
    /** When it was last sent to anybody; null: never. */
    sentAt: time('sent_at'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex('rich_messages_name').on(table.accountId, sql`lower(name)`),
    index('rich_messages_picture').on(table.pictureHash),
  ],
);

/** The five widths that were drawn of a rich message; they lie in the file store, and what was sent asks for them. */
export const richMessagePictures = pgTable(
  'rich_message_pictures',
  {
    accountId: accountId(),
    hash: text('hash').notNull(),
    /** Of all five. */
    bytes: integer('bytes').notNull(),
    /** When it was last drawn for a rich message. */
    createdAt: createdAt(),
    /** When it was last sent; null: never. */
    sentAt: time('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hash] }),
    uniqueIndex('rich_message_pictures_hash').on(table.hash),
    index('rich_message_pictures_created').on(table.createdAt),
  ],
);
