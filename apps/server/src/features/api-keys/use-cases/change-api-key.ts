import type { ApiKeyView, changeApiKey as contract } from '@hanasu/contract/api-keys';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { ApiKeyId } from '@hanasu/contract/ids';
import type { Actor } from '../../../platform/http/context.ts';
import { recordAudit } from '../../accounts/public.ts';
import { type ApiKeyRow, type KeyValues, updateKey } from '../api-keys.store.ts';
import { type ApiKeysDependencies, existingKey, refuseInvalid, refuseMixed } from './key-rules.ts';
import { keyView } from './key-view.ts';

type Patch = EndpointRequest<typeof contract>['body'];

/** Fields that are absent stay as they are, also a bot that has been deleted since. */
export async function changeApiKey(
  { database, forget }: ApiKeysDependencies,
  actor: Actor,
  id: ApiKeyId,
  patch: Patch,
): Promise<ApiKeyView> {
  const view = await database.account(actor.accountId, async (transaction) => {
    const before = await existingKey(transaction, id);
    const values = merge(before, patch);
    refuseMixed(values);
    await refuseInvalid(transaction, {
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

function merge(before: ApiKeyRow, { name, scopes, botUuids, expiresAt, monthlyBudget }: Patch): KeyValues {
  return {
    name: name ?? before.name,
    scopes: scopes ?? before.scopes,
    botIds: botUuids === undefined ? before.botIds : botUuids && [...new Set(botUuids)],
    monthlyBudget: monthlyBudget === undefined ? before.monthlyBudget : monthlyBudget,
    expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt === null ? null : new Date(expiresAt),
  };
}
