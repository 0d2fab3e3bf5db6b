import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountId, bytes, createdAt, time } from '../platform/database/columns.ts';

/** Global: a tenant. */
export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  timeZone: text('time_zone').notNull().default('UTC'),
  /** Names the stored picture; part of its address, which can't be guessed. */
  logoKey: text('logo_key'),
  /** `#rrggbb`; null: none was chosen. */
  color: text('color'),
  /** When it will be erased; null unless its owner asked for it. */
  deleteAt: time('delete_at'),
  /** Closed by an administrator of the installation; null: in use. */
  suspendedAt: time('suspended_at'),
  /** The part of the starting tokens that is granted when the owner confirms their address. */
  withheldTokens: bigint('withheld_tokens', { mode: 'number' }).notNull().default(0),
  createdAt: createdAt(),
});

/**
 * Global: a person, who may belong to several accounts. `*_key` columns hold the folded form that must be unique.
 * Several may claim one address, so that registering tells nobody whether it is known; `email_key` is filled for the
 * one who holds it: the first to claim it, until somebody confirms it. `credential_version` grows with every change of
 * password or address; codes and links are good for the version they were made under.
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    usernameKey: text('username_key').notNull(),
    displayName: text('display_name').notNull(),
    email: text('email'),
    emailKey: text('email_key'),
    emailVerifiedAt: time('email_verified_at'),
    /** How the address was confirmed: `mail`, `log` (the code in the server's log) or `provider` (social sign-in). */
    emailProof: text('email_proof'),
    /** What was in the account when the holder of the address took it over from somebody else; null: nothing to show. */
    foundContent: jsonb('found_content'),
    pendingEmail: text('pending_email'),
    /** Null: signs in with a provider or a passkey only. */
    passwordHash: text('password_hash'),
    credentialVersion: integer('credential_version').notNull().default(0),
    locale: text('locale').notNull(),
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Names the stored picture; part of its address, which nobody can guess. */
    avatarKey: text('avatar_key'),
    /** Sealed; counts only once it is confirmed. */
    totpSecret: bytes('totp_secret'),
    totpConfirmedAt: time('totp_confirmed_at'),
    /** The 30-second step of the last code that was taken: no code is good twice. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** The text they agreed to when they registered, and when; null: before this was asked. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: time('terms_accepted_at'),
    deleteAt: time('delete_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey),
    uniqueIndex('users_email_key').on(table.emailKey),
    index('users_email').on(table.email),
  ],
);

/** Global lookup: who belongs where. */
export const memberships = pgTable(
  'memberships',
  {
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    index('memberships_user').on(table.userId),
    uniqueIndex('memberships_owner').on(table.tenantId).where(sql`role = 'owner'`),
  ],
);

/** Global: a signed-in browser or app. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    createdAt: createdAt(),
    /** When the person last proved who they are here. */
    provenAt: time('proven_at').notNull().defaultNow(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** Asked to stay signed in: renewed for weeks instead of a day. */
    remember: boolean('remember').notNull().default(false),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Changes of access, keys, channels and publication; append-only. */
export const auditEvents = pgTable(
  'audit_events',
  {
    accountId: accountId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    action: text('action').notNull(),
    target: text('target').notNull(),
    data: jsonb('data').notNull(),
    address: text('address'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    /** Reasons for tokens that administrators added, which the token history shows. */
    index('audit_events_tokens_added')
      .on(table.accountId, sql`(data->'credit'->>'entry')`)
      .where(sql`action = 'tokens.added'`),
  ],
);

/** Global: secrets that leave by mail or belong to one page; only their hash is kept, each is good once. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose').notNull(),
    codeHash: bytes('code_hash').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    tenantId: uuid('tenant_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The user's version when it was made; another one makes the code worthless. */
    credentialVersion: integer('credential_version'),
    data: jsonb('data').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [
    uniqueIndex('one_time_codes_hash').on(table.codeHash),
    index('one_time_codes_user').on(table.userId, table.purpose),
    index('one_time_codes_tenant').on(table.tenantId),
    index('one_time_codes_expiry').on(table.expiresAt),
  ],
);

/** Global: who somebody is at a provider. The subject is the key, never the address. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex('identities_user').on(table.userId, table.provider),
  ],
);

/** Global. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
);

/** Global: for who has lost the authenticator app; hashes only, each good once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes('code_hash').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
