import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../api/chat-socket.ts';
import { log } from '../log.ts';
import { meQuery, servicesQuery } from '../shell.queries.ts';
import { readToken } from './session.ts';

/**
 * Spec §4: the user, then the services, then the chat. Without a token nobody can be signed in, so nothing is asked;
 * a fetch that fails has logged itself and is tried again by the page that needs it.
 */
export async function startUp(
  queryClient: QueryClient,
  chat: Pick<ChatSocket, 'join' | 'leave'>,
): Promise<void> {
  if (!readToken()) {
    log.info('not logged in');
    return;
  }
  await queryClient.prefetchQuery(meQuery);
  // The answer may have ended the session.
  if (!readToken()) return;
  await queryClient.prefetchQuery(servicesQuery);
  if (readToken()) chat.join();
}
