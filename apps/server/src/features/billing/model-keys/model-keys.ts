import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, ModelKeyId } from '@hanasu/contract/ids';
import {
  type changeModelKey,
  type createModelKey,
  MODEL_KEYS_MAX,
  type ModelKeyProvider,
  type ModelKeyView,
} from '@hanasu/contract/model-keys';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { isAllowedUrl } from '../../../platform/net/address-guard.ts';
import { hostKeyOf, type PrivateHosts } from '../../../platform/net/private-hosts.ts';
import { recordAudit } from '../../accounts/public.ts';
import { type ModelAccess, type ModelAccessDependencies, modelsWith, openKey } from './account-models.ts';
import { checkError, checkKey, type FailedCheck } from './check-key.ts';
import {
  deleteKey,
  findKey,
  insertKey,
  type KeyValues,
  keyContext,
  listKeys,
  listServicesOfBots,
  lockKeys,
  type ModelKeyRow,
  markRefused,
  markWorking,
  type UsingBot,
  updateKey,
} from './model-keys.store.ts';

export interface ModelKeyDependencies extends ModelAccessDependencies {
  readonly access: ModelAccess;
  readonly privateHosts: PrivateHosts;
}

type NewKey = EndpointRequest<typeof createModelKey>['body'];
type KeyPatch = EndpointRequest<typeof changeModelKey>['body'];

const ENDING_CHARACTERS = 4;
/** Of an account: each check is a call that costs something, and a way to guess. */
const CHECKS = { times: 30, seconds: 3_600 };
/** After a check that failed, calls of bots try it again so soon. */
const RETRY_SECONDS = 60;

export const listModelKeys = (
  dependencies: ModelKeyDependencies,
  accountId: AccountId,
): Promise<{ items: ModelKeyView[]; hostProviders: string[] }> =>
  dependencies.database.account(accountId, async (transaction) => {
    const [rows, bots] = await Promise.all([listKeys(transaction), listServicesOfBots(transaction)]);
    const hosts = dependencies.hostModels.services().filter(({ available }) => available);
    return {
      items: rows.map((row) => keyView(dependencies, { row, bots, accountId })),
      hostProviders: [...new Set(hosts.map(({ provider }) => provider))].filter((name) => name !== 'builtin'),
    };
  });

export async function addModelKey(
  dependencies: ModelKeyDependencies,
  actor: Actor,
  body: NewKey,
): Promise<ModelKeyView> {
  const { accountId } = actor;
  const id = newId<ModelKeyId>();
  const values = valuesOf(dependencies, { accountId, id }, body);
  await dependencies.database.account(accountId, (transaction) => refuseTaken(transaction, body.provider));
  await requireWorking(dependencies, actor, { id, values, serviceUuid: body.serviceUuid });
  const view = await dependencies.database.account(accountId, async (transaction) => {
    await refuseTaken(transaction, body.provider);
    await insertKey(transaction, { ...values, id, by: actor.userId });
    await recordKeyAudit(transaction, actor, 'model_key.saved', { id, ...values });
    return viewOf(dependencies, transaction, id);
  });
  forgetKeys(dependencies, accountId);
  return view;
}

export async function changeModelKeyOf(
  dependencies: ModelKeyDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: ModelKeyId },
  patch: KeyPatch,
): Promise<ModelKeyView> {
  const { accountId, userId: by } = actor;
  const { database } = dependencies;
  const row = orNotFound(await database.account(accountId, (transaction) => findKey(transaction, id)), 'key');
  const values = patchedValues(dependencies, { accountId, row }, patch);
  const isChecked = patch.key !== undefined || patch.baseUrl !== undefined || patch.models !== undefined;
  if (isChecked) await requireWorking(dependencies, actor, { id, values, serviceUuid: patch.serviceUuid });
  const view = await database.account(accountId, async (transaction) => {
    if (!(await updateKey(transaction, { ...values, id, by, isChecked }))) throw new AppError('not_found');
    const action = patch.key === undefined ? 'model_key.changed' : 'model_key.replaced';
    await recordKeyAudit(transaction, actor, action, { id, ...values });
    return viewOf(dependencies, transaction, id);
  });
  forgetKeys(dependencies, accountId);
  return view;
}

/** With the key that is kept; what comes of it is written down either way. */
export async function checkKeptKey(
  dependencies: ModelKeyDependencies,
  actor: Actor,
  id: ModelKeyId,
): Promise<ModelKeyView> {
  const { accountId } = actor;
  const { database } = dependencies;
  const row = orNotFound(await database.account(accountId, (transaction) => findKey(transaction, id)), 'key');
  await countCheck(dependencies, accountId);
  const failed = await checkKey(dependencies, openKey(dependencies, accountId, row), undefined);
  const refusal = failed && REFUSALS[failed.why];
  const view = await database.account(accountId, async (transaction) => {
    if (refusal) await markRefused(transaction, id, { refusal, retrySeconds: RETRY_SECONDS });
    else if (!failed && !(await markWorking(transaction, id))) throw new AppError('not_found');
    const action = failed ? 'model_key.refused' : 'model_key.checked';
    await recordKeyAudit(transaction, actor, action, { ...row, ...(failed && { why: failed.why }) });
    return failed ? null : viewOf(dependencies, transaction, id);
  });
  forgetKeys(dependencies, accountId);
  if (failed) throw checkError(failed);
  return orNotFound(view, 'key');
}

const REFUSALS: Partial<Record<FailedCheck['why'], 'wrong_key' | 'no_access' | 'no_credit'>> = {
  wrong_key: 'wrong_key',
  no_access: 'no_access',
  no_credit: 'no_credit',
};

/** `inUse`: whoever asks has seen which bots use it. */
export async function removeModelKey(
  dependencies: ModelKeyDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: ModelKeyId },
  inUse: boolean,
): Promise<void> {
  const { accountId } = actor;
  await dependencies.database.account(accountId, async (transaction) => {
    const row = orNotFound(await findKey(transaction, id), 'key');
    const { bots } = await viewOf(dependencies, transaction, id);
    if (bots.length > 0 && !inUse) {
      throw new AppError('model_key_in_use', `Used by: ${bots.map(({ name }) => name).join(', ')}`);
    }
    await deleteKey(transaction, id);
    await recordKeyAudit(transaction, actor, 'model_key.removed', {
      ...row,
      bots: bots.map(({ name }) => name),
    });
  });
  forgetKeys(dependencies, accountId);
}

function forgetKeys({ access, onForgotten }: ModelKeyDependencies, accountId: AccountId): void {
  access.forget(accountId);
  onForgotten(accountId);
}

async function refuseTaken(transaction: AccountTransaction, provider: ModelKeyProvider): Promise<void> {
  const taken = await lockKeys(transaction);
  if (taken.length >= MODEL_KEYS_MAX) throw new AppError('too_many_model_keys');
  if (provider !== 'compatible' && taken.includes(provider)) throw new AppError('model_key_exists');
}

const invalid = (field: string, message: string): AppError =>
  AppError.field('validation_failed', `body.${field}`, message);

/** What is stored of a new key; it names no more than its provider needs. */
function valuesOf(
  dependencies: ModelKeyDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ModelKeyId },
  body: NewKey,
): KeyValues {
  const { provider, key, monthlyLimit } = body;
  const sealed = {
    sealedKey: seal(dependencies, { accountId, id }, key),
    ending: endingOf(key),
    monthlyLimit,
  };
  if (provider !== 'compatible') {
    if (!key) throw invalid('key', 'is required');
    if (body.name ?? body.baseUrl ?? body.models) throw invalid('provider', 'takes no address and no models');
    return { ...sealed, provider, name: '', baseUrl: null, models: [] };
  }
  if (!body.name) throw invalid('name', 'is required');
  if (!body.models) throw invalid('models', 'at least one');
  const { name, models } = body;
  const baseUrl = checkedUrl(dependencies, body.baseUrl);
  return withPrices({ ...sealed, provider, name, baseUrl, models });
}

function patchedValues(
  dependencies: ModelKeyDependencies,
  { accountId, row }: { readonly accountId: AccountId; readonly row: ModelKeyRow },
  patch: KeyPatch,
): KeyValues {
  const isCompatible = row.provider === 'compatible';
  if (!isCompatible && (patch.name ?? patch.baseUrl ?? patch.models)) {
    throw invalid('baseUrl', 'only of a compatible server');
  }
  const baseUrl = patch.baseUrl === undefined ? row.baseUrl : checkedUrl(dependencies, patch.baseUrl);
  // A key goes nowhere else than where it was given for.
  if (row.sealedKey && patch.key === undefined && baseUrl !== row.baseUrl) {
    throw invalid('key', 'enter the key again for another address');
  }
  const { id } = row;
  const isNew = patch.key !== undefined;
  return withPrices({
    provider: row.provider,
    name: patch.name ?? row.name,
    baseUrl,
    models: patch.models ?? row.models,
    monthlyLimit: patch.monthlyLimit === undefined ? row.monthlyLimit : patch.monthlyLimit,
    sealedKey: isNew ? seal(dependencies, { accountId, id }, patch.key) : row.sealedKey,
    ending: isNew ? endingOf(patch.key) : row.ending,
  });
}

/** A limit counts what calls cost, so each model has to say. */
function withPrices(values: KeyValues): KeyValues {
  const unpriced = values.models.findIndex(({ price }) => price === null);
  if (values.monthlyLimit !== null && unpriced >= 0) {
    throw invalid(`models.${unpriced}.price`, 'a monthly limit needs the price of each model');
  }
  return values;
}

const seal = (
  { box }: ModelKeyDependencies,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ModelKeyId },
  key: string | undefined,
): Buffer | null => (key === undefined ? null : box.seal(key, keyContext(accountId, id)));

const endingOf = (key: string | undefined): string => (key ?? '').slice(-ENDING_CHARACTERS);

/** Said early for addresses that can be told by looking; what a name stands for is judged at each call. */
function checkedUrl({ privateHosts }: ModelKeyDependencies, given: string | undefined): string {
  const url = given === undefined ? null : URL.parse(given);
  if (!url) throw invalid('baseUrl', 'is required');
  if (url.search !== '' || url.hash !== '') throw invalid('baseUrl', 'ends with the path');
  if (isAllowedUrl(url, privateHosts)) return url.href.replace(/\/+$/, '');
  throw checkError({ why: 'address_refused', model: '' });
}

interface Candidate {
  readonly id: ModelKeyId;
  readonly values: KeyValues;
  readonly serviceUuid: string | undefined;
}

/** Throws what the provider has against the key. */
async function requireWorking(
  dependencies: ModelKeyDependencies,
  actor: Actor,
  { id, values, serviceUuid }: Candidate,
): Promise<void> {
  const { accountId } = actor;
  await countCheck(dependencies, accountId);
  const { sealedKey, provider, name, baseUrl, models } = values;
  const apiKey = sealedKey && dependencies.box.open(sealedKey, keyContext(accountId, id));
  const candidate = { id, provider, name, apiKey, baseUrl, models, isRefused: false };
  const checked = await checkKey(dependencies, candidate, serviceUuid);
  const failed = checked && hidingHosts(dependencies, baseUrl, checked);
  if (!failed) return;
  await dependencies.database.account(accountId, (transaction) =>
    recordKeyAudit(transaction, actor, 'model_key.refused', { id, ...values, why: failed.why }),
  );
  throw checkError(failed);
}

/**
 * A private address that the host lists and that does not answer as a provider looks like one that it does not list:
 * the list would tell what stands in the host's network.
 */
function hidingHosts(
  { privateHosts }: ModelKeyDependencies,
  baseUrl: string | null,
  failed: FailedCheck,
): FailedCheck {
  const isListed = baseUrl !== null && privateHosts.has(hostKeyOf(new URL(baseUrl)));
  return isListed && failed.why === 'unreachable' ? { ...failed, why: 'address_refused' } : failed;
}

async function countCheck({ database }: ModelKeyDependencies, accountId: AccountId): Promise<void> {
  const retryAfter = await database.system((transaction) =>
    consumeAllowance(transaction, tryKey('model-key', accountId), CHECKS),
  );
  if (retryAfter === 0) return;
  throw new AppError('too_many_tries', 'Too many keys were checked; try again later', {
    more: { retryAfter },
  });
}

type Audited = Pick<KeyValues, 'provider' | 'name' | 'baseUrl'> & {
  readonly id: ModelKeyId;
  readonly why?: string;
  readonly bots?: readonly string[];
};

/** The log names what it is for, and of the key itself nothing. */
function recordKeyAudit(
  transaction: AccountTransaction,
  { userId, address }: Actor,
  action:
    | 'model_key.saved'
    | 'model_key.changed'
    | 'model_key.replaced'
    | 'model_key.refused'
    | 'model_key.checked'
    | 'model_key.removed',
  { id, provider, name, baseUrl, why, bots }: Audited,
): Promise<void> {
  const host = baseUrl && new URL(baseUrl).host;
  const data = { uuid: id, provider, ...(host && { host }), ...(why && { why }), ...(bots && { bots }) };
  return recordAudit(transaction, { userId, address, action, target: name || provider, data });
}

async function viewOf(
  dependencies: ModelKeyDependencies,
  transaction: AccountTransaction,
  id: ModelKeyId,
): Promise<ModelKeyView> {
  const row = orNotFound(await findKey(transaction, id), 'key');
  const bots = await listServicesOfBots(transaction);
  return keyView(dependencies, { row, bots, accountId: transaction.accountId });
}

function keyView(
  dependencies: ModelKeyDependencies,
  {
    row,
    bots,
    accountId,
  }: { readonly row: ModelKeyRow; readonly bots: readonly UsingBot[]; readonly accountId: AccountId },
): EndpointOutput<typeof createModelKey> {
  const models = modelsWith(dependencies, [openKey(dependencies, accountId, row)]);
  const isOfKey = (service: string): boolean => models.find(service)?.ownKey?.id === row.id;
  return {
    uuid: row.id,
    provider: row.provider,
    name: row.name,
    ending: row.ending,
    baseUrl: row.baseUrl,
    models: [...row.models],
    monthlyLimit: row.monthlyLimit,
    spentThisMonth: row.spentThisMonth,
    reserved: row.reserved,
    refusal: row.refusal,
    refusedAt: row.refusedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedBy,
    bots: bots.filter(({ services }) => services.some(isOfKey)).map(({ uuid, name }) => ({ uuid, name })),
  };
}
