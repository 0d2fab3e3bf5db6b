import { z } from 'zod';
import type { WebhookSetupOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './describe-answer.ts';
import type { LineAnswer } from './line-client.ts';

const TestResult = z.object({
  success: z.boolean().optional(),
  statusCode: z.number().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
});

/** Sets the webhook endpoint and has the vendor call it once; `detail` carries the vendor's reason. */
export async function setWebhook(
  client: AuthorisedClient,
  credentials: LineCredentials,
  webhookUrl: string,
): Promise<WebhookSetupOutcome> {
  const json = { endpoint: webhookUrl };
  const set = await client.call(credentials, {
    method: 'PUT',
    path: '/v2/bot/channel/webhook/endpoint',
    json,
  });
  if (set.kind !== 'answered' || set.status !== 200) return notDone(set);
  // A new endpoint takes up to a minute to be in force, so the test names it instead of asking for the set one.
  const test = await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/channel/webhook/test',
    json,
  });
  if (test.kind !== 'answered' || test.status !== 200) return notDone(test);
  const result = TestResult.safeParse(test.body);
  if (!result.success) return { kind: 'failed', detail: 'the test gave no readable result' };
  if (result.data.success === true) return { kind: 'ok' };
  const { reason = 'UNKNOWN', detail = '', statusCode = 0 } = result.data;
  return { kind: 'failed', detail: `${reason}: ${detail} (HTTP ${statusCode})` };
}

function notDone(answer: LineAnswer): WebhookSetupOutcome {
  const detail = describeAnswer(answer);
  const reached = answer.kind === 'answered' && answer.status < 500;
  return reached ? { kind: 'failed', detail } : { kind: 'unreachable', detail };
}
