// In a cascade layer, so that our own rules win in whatever order the style sheets arrive.
import '@mantine/core/styles.layer.css';
import './theme/tab-row.css';
import './theme/global.css';
import { createElement, StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { loadErrorWords, startI18n } from './i18n/i18n.ts';
import { router } from './router.ts';
import { App, beginSession } from './shell/App.tsx';
import { queryClient } from './shell/api/query-client.ts';
import { log } from './shell/log.ts';
import { mountApp } from './shell/mount-app.ts';
import { fetchToasts } from './shell/notifications/toasts.tsx';
import { systemQuery } from './shell/shell.queries.ts';
import { guardInputMethodKeys } from './theme/input-method.ts';

guardInputMethodKeys(window);

void mountApp({
  start: async () => {
    await startI18n();
    beginSession();
    void queryClient.prefetchQuery(systemQuery);
    // The page is there when the frame is, so that both are drawn as one, under the outline.
    await router.load();
  },
  // In small steps, so that whoever touches the page meanwhile is heard.
  render: (root) =>
    startTransition(() => createRoot(root).render(createElement(StrictMode, null, createElement(App)))),
}).then(fetchAheadWhenQuiet);
if (import.meta.env.PROD) registerServiceWorker(new URL(import.meta.url).pathname);

/** Without a call to the server for so long, the page has its first rows. */
const QUIET_MS = 1_000;

/** Fetches what shows errors after the first rows of the page, so that it is there when the connection is lost. */
function fetchAheadWhenQuiet(): void {
  let wasQuiet = false;
  const timer = setInterval(() => {
    const isQuiet = router.state.status === 'idle' && queryClient.isFetching() === 0;
    if (isQuiet && wasQuiet) {
      clearInterval(timer);
      fetchAhead();
      // Fetches what failed.
      window.addEventListener('online', fetchAhead);
    }
    wasQuiet = isQuiet;
  }, QUIET_MS);
}

function fetchAhead(): void {
  void loadErrorWords();
  fetchToasts();
}

/** After everything else; `build` is another with every build, so that the browser then installs the worker anew. */
function registerServiceWorker(build: string): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register(`/sw.js?build=${encodeURIComponent(build)}`)
      .catch((error: unknown) => log.error('Service worker could not be registered:', error));
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
