import { z } from 'zod';
import type { QuotaOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './describe-answer.ts';

const Limit = z.union([
  z.object({ type: z.literal('none') }).transform(() => null),
  z.object({ type: z.literal('limited'), value: z.number() }).transform(({ value }) => value),
]);
const Consumption = z.object({ totalUsage: z.number() });

/** What may be pushed in this month, and what was; the vendor calls the second approximate. */
export async function readQuota(
  client: AuthorisedClient,
  credentials: LineCredentials,
): Promise<QuotaOutcome> {
  const path = '/v2/bot/message/quota';
  const [limit, consumption] = await Promise.all([
    client.call(credentials, { method: 'GET', path }),
    client.call(credentials, { method: 'GET', path: `${path}/consumption` }),
  ]);
  for (const answer of [limit, consumption]) {
    if (answer.kind !== 'answered' || answer.status !== 200) {
      return { kind: 'unavailable', detail: describeAnswer(answer) };
    }
  }
  const most = Limit.safeParse(limit.kind === 'answered' ? limit.body : null);
  const used = Consumption.safeParse(consumption.kind === 'answered' ? consumption.body : null);
  if (!most.success || !used.success) {
    return { kind: 'unavailable', detail: 'the vendor gave no readable numbers' };
  }
  return { kind: 'known', limit: most.data, used: used.data.totalUsage };
}
