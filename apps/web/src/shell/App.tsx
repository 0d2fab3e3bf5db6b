import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { Component, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { z } from 'zod';
import { useWords } from '../i18n/use-words.ts';
import { router } from '../router.ts';
import { colorModeManager, useForcedMode } from '../theme/color-mode.ts';
import { theme } from '../theme/theme.ts';
import { isApiError } from './api/api-error.ts';
import { chatSocket } from './api/chat-socket.ts';
import { queryClient } from './api/query-client.ts';
import { ErrorDescription, UnhandledError } from './error-pages/ErrorView.tsx';
import classes from './error-pages/MessagePage.module.css';
import { log } from './log.ts';
import { isMissingChunk } from './missing-chunk.ts';
import { ToastRegion } from './notifications/toasts.tsx';
import { onOtherTabs, onSessionChange, readToken } from './session/session.ts';
import { startSessionRenewal } from './session/session-renewal.ts';
import { meQuery, servicesQuery } from './shell.queries.ts';

export function App() {
  const [manager] = useState(colorModeManager);
  const forced = useForcedMode();
  const { t } = useWords();
  useFieldWords();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={manager}
      {...(forced ? { forceColorScheme: forced } : {})}
    >
      <QueryClientProvider client={queryClient}>
        <FatalErrors>
          <RouterProvider router={router} />
        </FatalErrors>
        <ToastRegion label={t('shell.notifications')} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** For as long as the application runs; what it asks the server first, it asks while the page is being fetched. */
export const beginSession = () =>
  watchSession({
    queryClient,
    chat: chatSocket,
    isSignInPage: () => router.state.matches.some(({ routeId }) => routeId === '/_login'),
    // Pages that need a session then lead to signing in; the others stay.
    checkPage: () => void router.invalidate(),
    reload: () => location.reload(),
  });

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

function wordsOf(issue: Issue): string {
  if (issue.code === 'too_small') {
    const key = issue.inclusive === false ? 'fields.notAbove' : 'fields.tooSmall';
    if (issue.origin !== 'string') return i18next.t(key, { minimum: String(issue.minimum) });
    if (Number(issue.minimum) <= 1) return i18next.t('fields.required');
    return i18next.t('fields.tooShort', { minimum: String(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    const key = issue.origin === 'string' ? 'fields.tooLong' : 'fields.tooBig';
    return i18next.t(key, { maximum: String(issue.maximum) });
  }
  if (issue.code === 'invalid_format' && issue.format === 'email')
    return i18next.t(issue.input === '' ? 'fields.required' : 'fields.email');
  if (issue.code === 'invalid_type' && issue.input === undefined) return i18next.t('fields.required');
  if (issue.code === 'invalid_type' && Number.isNaN(issue.input)) return i18next.t('fields.wholeNumber');
  return i18next.t('fields.invalid');
}

/** Gives the contract's validation rules words in the language in use; rules with words of their own keep them. */
function useFieldWords(): void {
  useEffect(() => {
    // Its own settings, which it takes over when the first form brings it along.
    const scope = globalThis as { __zod_globalConfig?: Parameters<typeof z.config>[0] };
    scope.__zod_globalConfig ??= {};
    scope.__zod_globalConfig.customError = wordsOf;
  }, []);
}

type Chat = Pick<typeof chatSocket, 'prepare' | 'join' | 'leave'>;

interface Parts {
  queryClient: QueryClient;
  chat: Chat;
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

/** Nobody caught it, and it is no message of the API or of the network, which pages show where they belong. */
const isUnhandled = (error: unknown): boolean =>
  error instanceof Error && error.name !== 'AbortError' && !isApiError(error) && !isMissingChunk(error);

/** What fails outside of every route, or is caught by nobody, leads to the error page. */
export function FatalErrors({ children }: { children: ReactNode }) {
  return (
    <Boundary>
      <UnhandledErrors>{children}</UnhandledErrors>
    </Boundary>
  );
}

/**
 * Stands in the place of the page, which stays as it is underneath: “Try again” comes back to what was typed. Where no
 * frame is, it is drawn over everything.
 */
function UnhandledErrors({ children }: { children: ReactNode }) {
  const [error, setError] = useState<Error | null>(null);
  const [frames, setFrames] = useState(0);
  const forget = useCallback(() => setError(null), []);
  const frame = useCallback(() => {
    setFrames((before) => before + 1);
    return () => setFrames((before) => before - 1);
  }, []);
  const shown = useMemo(() => ({ error, forget, frame }), [error, forget, frame]);
  const isOver = error !== null && frames === 0;
  useEffect(() => {
    const take = (thrown: unknown) => {
      if (!isUnhandled(thrown)) return;
      log.error('Unhandled error:', thrown);
      setError(thrown instanceof Error ? thrown : null);
    };
    const onError = (event: ErrorEvent) => take(event.error);
    const onRejection = (event: PromiseRejectionEvent) => take(event.reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, []);
  return (
    <UnhandledError value={shown}>
      <div className={classes.underneath} inert={isOver}>
        {children}
      </div>
      {isOver && (
        <main className={classes.over}>
          <ErrorDescription error={error} onRetry={forget} />
        </main>
      )}
    </UnhandledError>
  );
}

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    log.error('Error page:', error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main>
        <ErrorDescription error={error} onRetry={() => this.setState({ error: null })} />
      </main>
    );
  }
}

/**
 * Spec §4: the user, then the services, then the chat. Without a token nobody can be signed in, so nothing is asked;
 * a fetch that fails has logged itself and is tried again by the page that needs it.
 */
export async function startUp(queryClient: QueryClient, chat: Chat): Promise<void> {
  if (!readToken()) {
    log.info('not logged in');
    return;
  }
  chat.prepare();
  await queryClient.prefetchQuery(meQuery);
  // The answer may have ended the session.
  if (!readToken()) return;
  await queryClient.prefetchQuery(servicesQuery);
  if (readToken()) chat.join();
}
