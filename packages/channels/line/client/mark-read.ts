import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';

/** Works where the account is set to be read by hand; nothing hangs on it, so a failure is not told. */
export async function markRead(
  client: AuthorisedClient,
  credentials: LineCredentials,
  markAsReadToken: string,
): Promise<void> {
  await client.call(credentials, {
    method: 'POST',
    path: '/v2/bot/chat/markAsRead',
    json: { markAsReadToken },
  });
}
