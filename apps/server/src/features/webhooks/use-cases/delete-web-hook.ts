import type { WebHookId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import { deleteHook } from '../web-hooks.store.ts';
import { existingHook, recordHook, type WebHooksDependencies } from './hook-rules.ts';

export async function deleteWebHook(
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
