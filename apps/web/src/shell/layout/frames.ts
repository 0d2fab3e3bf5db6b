import { lazyRouteComponent } from '@tanstack/react-router';
import { readToken } from '../session/session.ts';

/** Around the pages that both see, for whoever is signed in and for guests: only the one that is shown is fetched. */
export const FRAMES = {
  app: lazyRouteComponent(() => import('./AppLayout.tsx'), 'AppLayout'),
  guest: lazyRouteComponent(() => import('./PublicLayout.tsx'), 'PublicLayout'),
};

interface Fetched {
  readonly preload?: () => Promise<void> | undefined;
}

/** For loaders: the one of the two that is about to be shown. */
export const fetchShown = ({ app, guest }: { app: Fetched; guest: Fetched }) =>
  (readToken() === null ? guest : app).preload?.();
