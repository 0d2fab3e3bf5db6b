import { randomBytes } from 'node:crypto';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import * as contract from '@hanasu/contract/web-hooks';
import {
  type changeWebHook as changeWebHookContract,
  type createWebHook as createWebHookContract,
  type listWebHookDeliveries,
  type rotateWebHookSecret,
  WEB_HOOKS_MAX,
  type WebHookDeliveryView,
  type WebHookView,
} from '@hanasu/contract/web-hooks';
import { AppError } from '../../platform/app-error.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Actor, Session } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import { isAllowedUrl } from '../../platform/net/address-guard.ts';
import type { PrivateHosts } from '../../platform/net/private-hosts.ts';
import { recordAudit } from '../accounts/public.ts';
import {
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listDeliveries as listRows,
  requeue,
} from './deliveries.store.ts';
import { n8nWorkflow } from './n8n-workflow.ts';
import { envelope } from './publish-hook-events.ts';
import { formatSecret, SECRET_BYTES } from './signature.ts';
import {
  countHooks,
  deleteHook,
  findHook,
  insertHook,
  listHooks,
  updateHook,
  updateSecret,
  type WebHookRow,
} from './web-hooks.store.ts';

export function addWebHookRoutes(implement: Implement, dependencies: WebHooksDependencies): void {
  implement(contract.listWebHooks, async (_input, { session }) => ({
    items: (await dependencies.database.account(session.accountId, listHooks)).map(hookView),
  }));
  implement(contract.createWebHook, ({ body }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return createWebHook(dependencies, session, body);
  });
  implement(contract.changeWebHook, ({ params, body }, { session }) =>
    changeWebHook(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.deleteWebHook, async ({ params }, { session }) => {
    await deleteWebHook(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.rotateWebHookSecret, ({ params }, { session, reply }) => {
    reply.header('cache-control', 'no-store');
    return rotateSecret(dependencies, session, params.uuid);
  });
  implement(contract.exportWebHookWorkflow, ({ params }, { session }) =>
    dependencies.database.account(session.accountId, async (transaction) =>
      n8nWorkflow(await existingHook(transaction, params.uuid)),
    ),
  );
  implement(contract.listWebHookDeliveries, ({ params, query }, { session }) =>
    listDeliveries(dependencies, { session, hookId: params.uuid }, query),
  );
  implement(contract.testWebHook, ({ params }, { session }) =>
    testWebHook(dependencies, session, params.uuid),
  );
  implement(contract.replayWebHookDelivery, ({ params }, { session }) =>
    replayDelivery(dependencies, session, params),
  );
}

async function createWebHook(
  dependencies: WebHooksDependencies,
  actor: Actor,
  body: EndpointRequest<typeof createWebHookContract>['body'],
): Promise<EndpointOutput<typeof createWebHookContract>> {
  refuseAddress(dependencies, body.url);
  const id = newId<WebHookId>();
  const secret = formatSecret(randomBytes(SECRET_BYTES));
  const view = await dependencies.database.account(actor.accountId, async (transaction) => {
    if ((await countHooks(transaction)) >= WEB_HOOKS_MAX) throw new AppError('too_many_web_hooks');
    const sealed = dependencies.box.seal(secret, id);
    await insertHook(transaction, { ...body, id, enabled: true, secret: sealed, createdBy: actor.userId });
    await recordHook(transaction, actor, 'web_hook.added', { id, url: body.url });
    return hookView(await existingHook(transaction, id));
  });
  dependencies.forget(actor.accountId);
  return { ...view, secret };
}

async function changeWebHook(
  dependencies: WebHooksDependencies,
  { actor, id }: { readonly actor: Actor; readonly id: WebHookId },
  patch: EndpointRequest<typeof changeWebHookContract>['body'],
): Promise<WebHookView> {
  if (patch.url !== undefined) refuseAddress(dependencies, patch.url);
  const view = await dependencies.database.account(actor.accountId, async (transaction) => {
    const before = await existingHook(transaction, id);
    const after = {
      url: patch.url ?? before.url,
      description: patch.description ?? before.description,
      events: patch.events ?? before.events,
      enabled: patch.enabled ?? before.enabled,
    };
    await updateHook(transaction, id, after);
    await recordHook(transaction, actor, 'web_hook.changed', { id, url: after.url });
    return hookView(await existingHook(transaction, id));
  });
  dependencies.forget(actor.accountId);
  return view;
}

async function deleteWebHook(
  { database, forget }: WebHooksDependencies,
  actor: Actor,
  id: WebHookId,
): Promise<void> {
  await database.account(actor.accountId, async (transaction) => {
    const { url } = await existingHook(transaction, id);
    await deleteHook(transaction, id);
    await recordHook(transaction, actor, 'web_hook.removed', { id, url });
  });
  forget(actor.accountId);
}

const rotateSecret = (
  { database, box }: WebHooksDependencies,
  actor: Actor,
  id: WebHookId,
): Promise<EndpointOutput<typeof rotateWebHookSecret>> =>
  database.account(actor.accountId, async (transaction) => {
    const hook = await existingHook(transaction, id);
    const secret = formatSecret(randomBytes(SECRET_BYTES));
    await updateSecret(transaction, id, box.seal(secret, id));
    await recordHook(transaction, actor, 'web_hook.secret_renewed', hook);
    return { ...hookView(hook), secret };
  });

/** Also a hook that is switched off can be tried. */
async function testWebHook(
  { database, notify }: WebHooksDependencies,
  { accountId }: Session,
  hookId: WebHookId,
): Promise<WebHookDeliveryView> {
  const view = await database.account(accountId, async (transaction) => {
    await existingHook(transaction, hookId);
    const id = newId<WebHookDeliveryId>();
    const payload = envelope('test', new Date(transaction.now()), {
      hookUuid: hookId,
      text: 'Hello from Hanasu',
    });
    await insertDeliveries(transaction, [{ id, hookId, event: 'test', payload }]);
    return existingDelivery(transaction, hookId, id);
  });
  notify();
  return view;
}

async function existingDelivery(
  transaction: AccountTransaction,
  hookId: WebHookId,
  id: WebHookDeliveryId,
): Promise<WebHookDeliveryView> {
  const row = await findDelivery(transaction, hookId, id);
  if (!row) throw new AppError('not_found', 'Delivery not found');
  return deliveryView(row);
}

const listDeliveries = (
  { database }: WebHooksDependencies,
  { session: { accountId }, hookId }: { readonly session: Session; readonly hookId: WebHookId },
  { page, pageSize, q }: PageQuery,
): Promise<EndpointOutput<typeof listWebHookDeliveries>> =>
  database.account(accountId, async (transaction) => {
    await existingHook(transaction, hookId);
    const range = { event: q || undefined, limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, total } = await listRows(transaction, hookId, range);
    return { items: rows.map(deliveryView), total, page, pageSize };
  });

/** Sends it once more under its own id: who has it already can tell. */
async function replayDelivery(
  { database, notify }: WebHooksDependencies,
  { accountId }: Session,
  { uuid, delivery }: { readonly uuid: WebHookId; readonly delivery: WebHookDeliveryId },
): Promise<WebHookDeliveryView> {
  const view = await database.account(accountId, async (transaction) => {
    await requeue(transaction, uuid, delivery);
    return existingDelivery(transaction, uuid, delivery);
  });
  notify();
  return view;
}

interface WebHooksDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  /** Hooks may call this machine and private networks. */
  readonly privateHosts: PrivateHosts;
  /** The account's hooks are read anew. */
  readonly forget: (accountId: AccountId) => void;
  /** There is something to send. */
  readonly notify: () => void;
}

async function existingHook(transaction: AccountTransaction, id: WebHookId): Promise<WebHookRow> {
  const row = await findHook(transaction, id);
  if (!row) throw new AppError('not_found', 'Web hook not found');
  return row;
}

/** Said early for addresses that can be told by looking; what a name stands for is judged at each sending. */
function refuseAddress({ privateHosts }: WebHooksDependencies, address: string): void {
  const url = URL.parse(address);
  if (url && isAllowedUrl(url, privateHosts)) return;
  throw AppError.field('address_not_allowed', 'body.url', 'is inside a private network');
}

/** The address may hold a token in its query; the log names its host alone. */
const recordHook = (
  transaction: AccountTransaction,
  actor: Actor,
  action: 'web_hook.added' | 'web_hook.changed' | 'web_hook.removed' | 'web_hook.secret_renewed',
  { id, url }: { readonly id: WebHookId; readonly url: string },
): Promise<void> =>
  recordAudit(transaction, {
    userId: actor.userId,
    address: actor.address,
    action,
    target: URL.parse(url)?.host ?? '',
    data: { uuid: id },
  });

const hookView = ({ id, lastState, lastAt, createdAt, ...row }: WebHookRow): WebHookView => ({
  uuid: id,
  ...row,
  last: lastState && lastAt ? { state: lastState, time: lastAt.toISOString() } : null,
  createdAt: createdAt.toISOString(),
});

const deliveryView = (row: DeliveryRow): WebHookDeliveryView => ({
  uuid: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  status: row.status,
  detail: row.detail,
  payload: row.payload,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
