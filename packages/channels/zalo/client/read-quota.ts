import { z } from 'zod';
import type { QuotaOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { judge } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

const Quota = z.object({ total: z.coerce.number(), remain: z.coerce.number() });
const Quotas = z.union([z.array(Quota), Quota.transform((one) => [one])]);

/** What of the account's packages for messages after the free 48 hours is left; the free ones are not counted. */
export async function readQuota(client: ZaloClient, credentials: ZaloCredentials): Promise<QuotaOutcome> {
  const verdict = judge(
    await client({
      method: 'POST',
      path: '/v3.0/oa/quota/message',
      access: credentials,
      json: { quota_owner: 'OA', product_type: 'cs', quota_type: 'sub_quota' },
    }),
  );
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  const quotas = Quotas.safeParse(verdict.data);
  if (!quotas.success || quotas.data.length === 0) {
    return { kind: 'unavailable', detail: 'the account has no package that is counted' };
  }
  const limit = quotas.data.reduce((sum, { total }) => sum + total, 0);
  const left = quotas.data.reduce((sum, { remain }) => sum + remain, 0);
  return { kind: 'known', limit, used: Math.max(0, limit - left) };
}
