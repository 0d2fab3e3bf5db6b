import { randomBytes } from 'node:crypto';
import { API_KEYS_MAX, type createApiKey as contract } from '@hanasu/contract/api-keys';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { ApiKeyId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { Actor } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../accounts/public.ts';
import { countKeys, insertKey } from '../api-keys.store.ts';
import { formatKey, SECRET_BYTES } from '../domain/new-key.ts';
import { type ApiKeysDependencies, existingKey, refuseInvalid, refuseMixed } from './key-rules.ts';
import { keyView } from './key-view.ts';

export const createApiKey = (
  { database }: ApiKeysDependencies,
  actor: Actor,
  body: EndpointRequest<typeof contract>['body'],
): Promise<EndpointOutput<typeof contract>> =>
  database.account(actor.accountId, async (transaction) => {
    const values = {
      name: body.name,
      scopes: body.scopes,
      botIds: body.botUuids && [...new Set(body.botUuids)],
      monthlyBudget: body.monthlyBudget,
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    };
    refuseMixed(values);
    await refuseInvalid(transaction, values);
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
