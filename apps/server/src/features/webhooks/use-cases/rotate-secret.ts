import { randomBytes } from 'node:crypto';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { WebHookId } from '@hanasu/contract/ids';
import type { rotateWebHookSecret } from '@hanasu/contract/web-hooks';
import type { Actor } from '../../../platform/http/context.ts';
import { formatSecret, SECRET_BYTES } from '../domain/signature.ts';
import { updateSecret } from '../web-hooks.store.ts';
import { existingHook, recordHook, type WebHooksDependencies } from './hook-rules.ts';
import { hookView } from './hook-views.ts';

export const rotateSecret = (
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
