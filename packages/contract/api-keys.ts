import { z } from 'zod';
import { Role } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { ApiKeyId, BotId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

/**
 * `chat`: ask bots at /v1/chat/completions. `models`: list them at /v1/models. `mcp`: use them as MCP servers.
 * `knowledge`: what an admin may do under /api/user/knowledge, /api/user/document and /api/user/upload.
 * `customers:read` and `customers:write` read no texts of conversations; `customers:export` opens the files that hold them.
 * `tools:read`: the workflows that bots can call. docs/api.md explains each scope.
 */
export const API_KEY_SCOPES = [
  'chat',
  'models',
  'mcp',
  'knowledge',
  'customers:read',
  'customers:write',
  'customers:export',
  'forms:read',
  'forms:write',
  'line:read',
  'line:write',
  'broadcasts:read',
  'broadcasts:write',
  'posts:read',
  'posts:write',
  'tools:read',
] as const;
export const ApiKeyScope = z.enum(API_KEY_SCOPES);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

export const API_KEYS_MAX = 50;

const KeyName = z.string().trim().normalize('NFC').min(1).max(80);
const Scopes = z
  .array(ApiKeyScope)
  .min(1)
  .max(API_KEY_SCOPES.length)
  .refine((scopes) => new Set(scopes).size === scopes.length, 'each scope once');
/** Null: every bot of the account, also those to come. */
const KeyBots = z.array(BotId).min(1).max(100).nullable();

export const ApiKeyView = z
  .object({
    uuid: ApiKeyId,
    name: z.string(),
    /** How the key begins, to tell keys apart. */
    prefix: z.string(),
    scopes: z.array(ApiKeyScope),
    botUuids: z.array(BotId).nullable(),
    /** Tokens, in the calendar month of the account's time zone. */
    spentThisMonth: z.number().int(),
    expiresAt: Time.nullable(),
    revokedAt: Time.nullable(),
    /** Exact to a minute. */
    lastUsedAt: Time.nullable(),
    createdBy: z.string().nullable(),
    /** The role its maker has now: the key may do no more. Null: they have left, and the key has stopped. */
    makerRole: Role.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/user/api-keys',
  summary: 'API keys of the account, newest first; revoked ones stay for 30 days',
  tag: 'api',
  access: 'admin',
  status: 200,
  output: z.object({ items: z.array(ApiKeyView) }),
});
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/user/api-key',
  summary: 'Makes an API key. `key` is in this answer only; just its hash is kept',
  tag: 'api',
  access: 'admin',
  confirmed: true,
  body: z
    .object({
      name: KeyName,
      scopes: Scopes,
      botUuids: KeyBots.default(null),
      expiresAt: Time.nullable().default(null),
    })
    .strict(),
  status: 201,
  output: ApiKeyView.extend({ key: z.string() }),
  errors: ['email_unconfirmed', 'too_many_api_keys'],
});
export const changeApiKey = endpoint({
  method: 'PATCH',
  path: '/api/user/api-key/{uuid}',
  summary: 'Changes what an API key may do; fields that are absent stay as they are',
  tag: 'api',
  access: 'admin',
  confirmed: true,
  params: uuidParams(ApiKeyId),
  body: z
    .object({
      name: KeyName.optional(),
      scopes: Scopes.optional(),
      botUuids: KeyBots.optional(),
      expiresAt: Time.nullable().optional(),
    })
    .strict(),
  status: 200,
  output: ApiKeyView,
  errors: ['email_unconfirmed', 'not_found'],
});
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/user/api-key/{uuid}',
  summary: 'Revokes an API key for good: within five seconds nothing accepts it any more',
  tag: 'api',
  access: 'admin',
  params: uuidParams(ApiKeyId),
  status: 204,
  errors: ['not_found'],
});
