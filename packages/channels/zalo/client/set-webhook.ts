import type { VendorHosts, WebhookSetupOutcome } from '../../spec/channel.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { judge } from './verdict.ts';
import type { ZaloClient } from './zalo-client.ts';

/**
 * The vendor has no call for it: the owner pastes the address into the app's page, which checks it at once. The
 * sandbox has nobody to do so, so its console takes a call.
 */
export async function setWebhook(
  client: ZaloClient,
  hosts: VendorHosts,
  { appId }: ZaloCredentials,
  webhookUrl: string,
): Promise<WebhookSetupOutcome> {
  if (hosts.console === undefined) return { kind: 'ok' };
  const json = { app_id: appId, url: webhookUrl };
  const verdict = judge(await client({ method: 'POST', host: 'console', path: '/console/webhook', json }));
  if (verdict.kind === 'done') return { kind: 'ok' };
  return { kind: verdict.kind === 'refused' ? 'failed' : 'unreachable', detail: verdict.detail };
}
