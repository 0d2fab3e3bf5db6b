import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { router } from '../router.ts';
import { colorModeManager } from '../theme/color-mode.ts';
import { useForcedMode } from '../theme/forced-color-mode.ts';
import { theme } from '../theme/theme.ts';
import { chatSocket } from './chat-socket.ts';
import { FatalErrors } from './components/FatalErrors.tsx';
import { queryClient } from './query-client.ts';
import { ToastRegion } from './toasts.tsx';
import { useFieldWords } from './use-field-words.ts';
import { watchSession } from './watch-session.ts';

export function App() {
  const [manager] = useState(colorModeManager);
  const forced = useForcedMode();
  const { t } = useWords();
  useFieldWords();
  useEffect(beginSession, []);
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

const beginSession = () =>
  watchSession({
    queryClient,
    chat: chatSocket,
    isSignInPage: () => router.state.matches.some(({ routeId }) => routeId === '/_login'),
    // Pages that need a session then lead to signing in; the others stay.
    checkPage: () => void router.invalidate(),
    reload: () => location.reload(),
  });
