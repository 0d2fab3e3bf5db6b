import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId } from '@hanasu/contract/ids';
import type { N8nConnectionView } from '@hanasu/contract/n8n';
import * as contract from '@hanasu/contract/n8n';
import { AppError, orNotFound } from '../../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../../platform/database/consume-allowance.ts';
import type { AccountTransaction } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import type { Implement } from '../../../../platform/http/implement.ts';
import { isAllowedUrl } from '../../../../platform/net/address-guard.ts';
import type { GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { hostKeyOf } from '../../../../platform/net/private-hosts.ts';
import { recordAudit } from '../../../accounts/public.ts';
import type { ToolDependencies } from '../dependencies.ts';
import {
  type ConnectionRow,
  deleteConnection,
  findConnection,
  keyContext,
  lockVersion,
  saveConnection,
} from './n8n.store.ts';
import { checkApi, n8nFieldError } from './workflows.ts';

interface ConnectionDependencies extends ToolDependencies {
  readonly askApi: GuardedFetch;
}

export function addN8nRoutes(implement: Implement, dependencies: ConnectionDependencies): void {
  const { database, workflows } = dependencies;
  implement(contract.getN8nConnection, async (_input, { session }) => {
    const row = await database.account(session.accountId, findConnection);
    return { connection: row && connectionView(row) };
  });
  implement(contract.saveN8nConnection, ({ body }, { session }) => connect(dependencies, session, body));
  implement(contract.deleteN8nConnection, async (_input, { session }) => {
    await disconnect(dependencies, session);
    return undefined;
  });
  implement(
    contract.listN8nWorkflows,
    async ({ query: { page, pageSize, q = '', refresh } }, { session }) => {
      const maxAgeMs = refresh ? REFRESHED_MS : undefined;
      const { items, fetchedAt } = await workflows.list(session.accountId, { maxAgeMs });
      const wanted = q.toLowerCase();
      const found = items.filter(({ name }) => name.toLowerCase().includes(wanted));
      return {
        items: found.slice((page - 1) * pageSize, page * pageSize),
        total: found.length,
        page,
        pageSize,
        fetchedAt: fetchedAt.toISOString(),
      };
    },
  );
}

/** Age of a list that is good enough for one who asks for a new one, so that clicks do not each call n8n. */
const REFRESHED_MS = 5_000;

/** Limit for one account: each check calls an address that a user has typed. */
const CHECKS = { times: 30, seconds: 3_600 };
const ENDING_CHARACTERS = 4;

/** Stores what n8n has just accepted. */
async function connect(
  dependencies: ConnectionDependencies,
  actor: Actor,
  body: EndpointRequest<typeof contract.saveN8nConnection>['body'],
): Promise<N8nConnectionView> {
  const { database, box } = dependencies;
  const { accountId, userId } = actor;
  const baseUrl = allowedUrl(dependencies, body.baseUrl, 'body.baseUrl');
  const webhookBaseUrl =
    body.webhookBaseUrl === null
      ? null
      : allowedUrl(dependencies, body.webhookBaseUrl, 'body.webhookBaseUrl');
  const { apiKey, version } = body.apiKey
    ? { apiKey: body.apiKey, version: null }
    : await storedKey(dependencies, accountId, baseUrl);
  await requireWorking(dependencies, actor, { baseUrl, apiKey });
  return database.account(accountId, async (transaction) => {
    // The check takes its time: the key that was read before it may have been replaced or removed since.
    if (version !== null && (await lockVersion(transaction)) !== version)
      throw new AppError('connection_changed', 'Reload the connection and try again');
    await saveConnection(transaction, {
      ...{ baseUrl, webhookBaseUrl, by: userId },
      sealedKey: box.seal(apiKey, keyContext(accountId)),
      ending: apiKey.slice(-ENDING_CHARACTERS),
    });
    await recordConnection(transaction, actor, { action: 'n8n_connection.saved', baseUrl });
    return connectionView(orNotFound(await findConnection(transaction), 'connection'));
  });
}

/** The key that is stored, for the address that it was entered for and no other: below another path can be another program. */
async function storedKey(
  { database, box }: ConnectionDependencies,
  accountId: AccountId,
  baseUrl: string,
): Promise<{ readonly apiKey: string; readonly version: string }> {
  const row = await database.account(accountId, findConnection);
  const apiKey = row?.baseUrl === baseUrl ? box.tryOpen(row.sealedKey, keyContext(accountId)) : null;
  if (!row || apiKey === null) throw AppError.field('validation_failed', 'body.apiKey', 'is required');
  return { apiKey, version: row.version };
}

/** Refuses addresses that are private by themselves; the addresses of a name are checked at each call. */
function allowedUrl({ privateHosts }: ConnectionDependencies, given: string, path: string): string {
  const url = new URL(given);
  if (isAllowedUrl(url, privateHosts)) return url.href.replace(/\/+$/, '');
  throw AppError.field('address_not_allowed', path, 'This address cannot be reached from here');
}

async function requireWorking(
  { database, askApi, privateHosts }: ConnectionDependencies,
  actor: Actor,
  api: { readonly baseUrl: string; readonly apiKey: string },
): Promise<void> {
  const { accountId } = actor;
  const retryAfter = await database.system((transaction) =>
    consumeAllowance(transaction, tryKey('n8n', accountId), CHECKS),
  );
  if (retryAfter > 0) {
    const detail = 'Too many connections were checked; try again later';
    throw new AppError('too_many_tries', detail, { more: { retryAfter } });
  }
  const failed = await checkApi(askApi, api);
  if (failed === null) return;
  // A listed private address that does not answer looks like one that is not listed. The list stays no
  // secret by that: `webhookBaseUrl` and tools show what it has.
  const isListed = privateHosts.has(hostKeyOf(new URL(api.baseUrl)));
  const code = isListed && failed === 'n8n_unreachable' ? 'address_not_allowed' : failed;
  await database.account(accountId, (transaction) =>
    recordConnection(transaction, actor, {
      action: 'n8n_connection.refused',
      baseUrl: api.baseUrl,
      why: code,
    }),
  );
  throw n8nFieldError(code);
}

const disconnect = ({ database }: ConnectionDependencies, actor: Actor): Promise<void> =>
  database.account(actor.accountId, async (transaction) => {
    const { baseUrl } = orNotFound(await findConnection(transaction), 'connection');
    await deleteConnection(transaction);
    await recordConnection(transaction, actor, { action: 'n8n_connection.removed', baseUrl });
  });

interface ConnectionEvent {
  readonly action: 'n8n_connection.saved' | 'n8n_connection.refused' | 'n8n_connection.removed';
  readonly baseUrl: string;
  readonly why?: string;
}

const recordConnection = (
  transaction: AccountTransaction,
  { userId, address }: Actor,
  { action, baseUrl, why }: ConnectionEvent,
): Promise<void> =>
  recordAudit(transaction, {
    userId,
    address,
    action,
    target: new URL(baseUrl).host,
    data: why ? { why } : {},
  });

const connectionView = ({ checkedAt, changedAt, ...row }: ConnectionRow): N8nConnectionView => ({
  baseUrl: row.baseUrl,
  webhookBaseUrl: row.webhookBaseUrl,
  ending: row.ending,
  checkedAt: checkedAt.toISOString(),
  changedAt: changedAt.toISOString(),
  changedBy: row.changedBy,
  tools: row.tools,
  failing: row.failing,
});
