import type { ApiKeyId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { markRevoked } from '../api-keys.store.ts';
import { type ApiKeysDependencies, existingKey } from './key-rules.ts';

/** Ends a key for good: at once on this process, within seconds on others. */
export async function revokeApiKey(
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
