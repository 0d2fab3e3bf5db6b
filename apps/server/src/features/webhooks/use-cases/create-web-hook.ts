import { randomBytes } from 'node:crypto';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { WebHookId } from '@hanasu/contract/ids';
import { type createWebHook as contract, WEB_HOOKS_MAX } from '@hanasu/contract/web-hooks';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { formatSecret, SECRET_BYTES } from '../domain/signature.ts';
import { countHooks, insertHook } from '../web-hooks.store.ts';
import { existingHook, recordHook, refuseAddress, type WebHooksDependencies } from './hook-rules.ts';
import { hookView } from './hook-views.ts';

export async function createWebHook(
  dependencies: WebHooksDependencies,
  actor: Actor,
  body: EndpointRequest<typeof contract>['body'],
): Promise<EndpointOutput<typeof contract>> {
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
