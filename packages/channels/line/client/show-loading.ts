import type { LineCredentials } from '../credentials.ts';
import { LINE_LIMITS } from '../limits.ts';
import type { AuthorisedClient } from './authorised-client.ts';

/** Starts the loading animation; groups and rooms have none, so their ids are left out. */
export async function showLoading(
  client: AuthorisedClient,
  credentials: LineCredentials,
  chatId: string,
): Promise<void> {
  if (!chatId.startsWith('U')) return;
  await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/chat/loading/start',
    json: { chatId, loadingSeconds: LINE_LIMITS.loadingSeconds },
  });
}
