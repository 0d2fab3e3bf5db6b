import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { whenSessionEnds } from './shell/api/api-client.ts';
import { queryClient } from './shell/api/query-client.ts';
import { ErrorRoute } from './shell/error-pages/ErrorPage.tsx';
import { NotFoundRoute } from './shell/error-pages/NotFoundPage.tsx';
import { exactSearch, limitConcurrency } from './shell/router-options.ts';
import { clearToken } from './shell/session/session.ts';

const PRELOADS_AT_ONCE = 4;

export const router = createRouter({
  routeTree,
  ...exactSearch,
  caseSensitive: true,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  scrollToTopSelectors: ['#content'],
  defaultErrorComponent: ErrorRoute,
  defaultNotFoundComponent: NotFoundRoute,
});
router.preloadRoute = limitConcurrency(router.preloadRoute, PRELOADS_AT_ONCE) as typeof router.preloadRoute;

whenSessionEnds(() => {
  clearToken();
  queryClient.clear();
  // Pages that need a session lead to signing in; the others stay.
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
