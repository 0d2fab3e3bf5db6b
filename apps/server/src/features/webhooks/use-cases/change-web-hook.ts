import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { WebHookId } from '@hanasu/contract/ids';
import type { changeWebHook as contract, WebHookView } from '@hanasu/contract/web-hooks';
import type { Actor } from '../../../platform/http/context.ts';
import { updateHook } from '../web-hooks.store.ts';
import { existingHook, recordHook, refuseAddress, type WebHooksDependencies } from './hook-rules.ts';
import { hookView } from './hook-views.ts';

export async function changeWebHook(
  dependencies: WebHooksDependencies,
  actor: Actor,
  id: WebHookId,
  patch: EndpointRequest<typeof contract>['body'],
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
