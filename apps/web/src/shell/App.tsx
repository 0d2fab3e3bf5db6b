import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '../i18n/use-words.ts';
import { router } from '../router.ts';
import { colorModeManager } from '../theme/color-mode.ts';
import { theme } from '../theme/theme.ts';
import { queryClient } from './query-client.ts';
import { ToastRegion } from './toasts.tsx';
import { useFieldWords } from './use-field-words.ts';

export function App() {
  const [manager] = useState(colorModeManager);
  const { t } = useWords();
  useFieldWords();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={manager}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastRegion label={t('shell.notifications')} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
