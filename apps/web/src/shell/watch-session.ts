import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from './chat-socket.ts';
import { onOtherTabs, onSessionChange, readToken } from './session.ts';
import { startSessionRenewal } from './session-renewal.ts';
import { startUp } from './start-up.ts';

interface Parts {
  queryClient: QueryClient;
  chat: Pick<ChatSocket, 'join' | 'leave'>;
  /** It shows nothing of an account, so it has nothing to hide, but maybe something typed to lose. */
  isSignInPage: () => boolean;
  /** Asks again whether the page in view may be seen. */
  checkPage: () => void;
  reload: () => void;
}

/** Starts up, and keeps this tab in step with who is signed in, here and in other tabs. Returns how to stop. */
export function watchSession({ queryClient, chat, isSignInPage, checkPage, reload }: Parts): () => void {
  const begin = () => void startUp(queryClient, chat);
  let wasSignedIn = readToken() !== null;
  const stopListening = onSessionChange((token) => {
    const isSignedIn = token !== null;
    if (!isSignedIn) chat.leave();
    else if (wasSignedIn) chat.join();
    // Whoever saves a token also says who the user is; that has been done by then, and need not be fetched.
    else queueMicrotask(begin);
    wasSignedIn = isSignedIn;
  });
  const stopHearing = onOtherTabs((news) => {
    if (news === 'switched') {
      if (!isSignInPage()) reload();
      return;
    }
    chat.leave();
    wasSignedIn = false;
    queryClient.clear();
    checkPage();
  });
  const stopRenewing = startSessionRenewal();
  begin();
  return () => {
    stopListening();
    stopHearing();
    stopRenewing();
  };
}
