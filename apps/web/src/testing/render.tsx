import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { configure, render } from '@testing-library/react';
import i18next, { type ResourceKey, type ResourceLanguage } from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { I18N_OPTIONS } from '../i18n/i18n.ts';
import { guardInputMethodKeys } from '../theme/input-method.ts';
import { theme } from '../theme/theme.ts';

configure({
  // A last resort, far above what a busy machine takes.
  asyncUtilTimeout: 100_000,
  // By default each retry of a `findBy…` (Testing Library 10.4) formats the whole document, four times what it costs to look.
  getElementError: (message) => new Error(message ?? 'There is no such element'),
});

/** What Mantine asks a browser for and jsdom does not have. */
export function fillInBrowser(): void {
  window.matchMedia ??= (query: string): MediaQueryList => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  // Newer browsers answer with a promise.
  Element.prototype.scrollIntoView ??= () => Promise.resolve();
}

const ENGLISH = Object.assign(
  {},
  ...Object.values(import.meta.glob<Record<string, ResourceKey>>('../**/words/en.ts', { eager: true })),
) as ResourceLanguage;

/** Links need a router; this one has no routes, so that a component brings no page with it. */
const emptyRouter = () =>
  createRouter({ routeTree: createRootRoute(), history: createMemoryHistory({ initialEntries: ['/'] }) });

/** Renders in English with the providers of the application. */
export async function renderWithProviders(content: ReactNode) {
  fillInBrowser();
  guardInputMethodKeys(window);
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      ...I18N_OPTIONS,
      lng: 'en',
      ns: Object.keys(ENGLISH),
      resources: { en: ENGLISH },
    });
  }
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } },
  });
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={emptyRouter() as never}>{content}</RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
