import { randomBytes } from 'node:crypto';
import * as contract from '@hanasu/contract/api-keys';
import {
  API_KEYS_MAX,
  type ApiKeyScope,
  type ApiKeyView,
  type changeApiKey as changeApiKeyContract,
  type createApiKey as createApiKeyContract,
} from '@hanasu/contract/api-keys';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { ApiKeyId } from '@hanasu/contract/ids';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { recordAudit } from '../accounts/public.ts';
import {
  type ApiKeyRow,
  countKeys,
  existingBotIds,
  findKey,
  insertKey,
  type KeyValues,
  listKeys,
  markRevoked,
  updateKey,
} from './api-keys.store.ts';
import { formatKey, SECRET_BYTES } from './authenticate-api-key.ts';

export function addApiKeyRoutes(implement: Implement, dependencies: ApiKeysDependencies): void {
  implement(contract.listApiKeys, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listKeys)).map(keyView),
  }));
  implement(contract.createApiKey, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createApiKey(dependencies, session, body);
  });
  implement(contract.changeApiKey, ({ params, body }, { session }) =>
    changeApiKey(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.revokeApiKey, async ({ params }, { session }) => {
    await revokeApiKey(dependencies, session, params.uuid);
    return undefined;
  });
}

const createApiKey = (
  { database }: ApiKeysDependencies,
  actor: Actor,
  body: EndpointRequest<typeof createApiKeyContract>['body'],
): Promise<EndpointOutput<typeof createApiKeyContract>> =>
  database.account(actor.accountId, async (transaction) => {
    const values = {
      name: body.name,
      scopes: body.scopes,
      botIds: body.botUuids && [...new Set(body.botUuids)],
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    };
    refuseMixed(values);
    await validateBotConfig(transaction, values);
    if ((await countKeys(transaction)) >= API_KEYS_MAX) throw new AppError('too_many_api_keys');
    const id = newId<ApiKeyId>();
    const { key, prefix, hash } = formatKey(randomBytes(SECRET_BYTES));
    await insertKey(transaction, { ...values, id, prefix, hash, createdBy: actor.userId });
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'api_key.created',
      target: body.name,
      data: { uuid: id, prefix, scopes: body.scopes },
    });
    return { ...keyView(await existingKey(transaction, id)), key };
  });

type Patch = EndpointRequest<typeof changeApiKeyContract>['body'];

/** Fields that are absent stay as they are, also a bot that has been deleted since. */
async function changeApiKey(
  { database, forget }: ApiKeysDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: ApiKeyId },
  patch: Patch,
): Promise<ApiKeyView> {
  const view = await database.account(actor.accountId, async (transaction) => {
    const before = await existingKey(transaction, id);
    const values = merge(before, patch);
    refuseMixed(values);
    await validateBotConfig(transaction, {
      ...(patch.botUuids === undefined ? {} : { botIds: values.botIds }),
      ...(patch.expiresAt === undefined ? {} : { expiresAt: values.expiresAt }),
    });
    await updateKey(transaction, id, values);
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'api_key.changed',
      target: values.name,
      data: { uuid: id, prefix: before.prefix, changed: Object.keys(patch) },
    });
    return keyView(await existingKey(transaction, id));
  });
  forget(id);
  return view;
}

function merge(before: ApiKeyRow, { name, scopes, botUuids, expiresAt }: Patch): KeyValues {
  return {
    name: name ?? before.name,
    scopes: scopes ?? before.scopes,
    botIds: botUuids === undefined ? before.botIds : botUuids && [...new Set(botUuids)],
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt === null ? null : new Date(expiresAt),
  };
}

/** Ends a key for good: at once on this process, within seconds on others. */
async function revokeApiKey(
  { database, forget }: ApiKeysDependencies,
  actor: Actor,
  id: ApiKeyId,
): Promise<void> {
  await database.account(actor.accountId, async (transaction) => {
    const { name, prefix } = await existingKey(transaction, id);
    await markRevoked(transaction, id);
    await recordAudit(transaction, {
      userId: actor.userId,
      address: actor.address,
      action: 'api_key.revoked',
      target: name,
      data: { uuid: id, prefix },
    });
  });
  forget(id);
}

interface ApiKeysDependencies {
  readonly database: Database;
  /** The authenticator is told of keys that were changed or revoked. */
  readonly forget: (id: ApiKeyId) => void;
}

async function existingKey(transaction: AccountTransaction, id: ApiKeyId): Promise<ApiKeyRow> {
  const row = await findKey(transaction, id);
  if (!row) throw new AppError('not_found', 'API key not found');
  return row;
}

const OF_THE_ACCOUNT = new Set<ApiKeyScope>([
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
]);

/** Knowledge, customers, forms and what stands at vendors are of the whole account: no key for certain bots opens them. */
function refuseMixed({ scopes, botIds }: Pick<KeyValues, 'scopes' | 'botIds'>): void {
  const scope = scopes.find((one) => OF_THE_ACCOUNT.has(one));
  if (botIds && scope) {
    throw AppError.field(
      'validation_failed',
      'body.scopes',
      `the scope ${scope} requires a key for all bots`,
    );
  }
}

/** Bots have to be the account's, and a key has to be good for some time. */
async function validateBotConfig(
  transaction: AccountTransaction,
  { botIds, expiresAt }: Partial<Pick<KeyValues, 'botIds' | 'expiresAt'>>,
): Promise<void> {
  if (expiresAt && expiresAt.getTime() <= transaction.now()) {
    throw AppError.field('validation_failed', 'body.expiresAt', 'must be in the future');
  }
  if (!botIds) return;
  const known = new Set(await existingBotIds(transaction, botIds));
  const missing = botIds.findIndex((id) => !known.has(id));
  if (missing >= 0) throw AppError.field('validation_failed', `body.botUuids.${missing}`, 'bot not found');
}

const keyView = (row: ApiKeyRow): ApiKeyView => ({
  uuid: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  botUuids: row.botIds,
  spentThisMonth: row.spentThisMonth,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdBy: row.createdBy,
  makerRole: row.makerRole,
  createdAt: row.createdAt.toISOString(),
});
