import { createFileRoute } from '@tanstack/react-router';
import { FRAMES, fetchShown } from '../../shell/layout/frames.ts';
import { requireSession } from '../../shell/session/require-session.ts';
import { readToken } from '../../shell/session/session.ts';

/** Pages of this layout that need no sign-in; /Admin doesn't exist for guests, so it doesn't ask them to sign in. */
const PUBLIC_PATHS = ['/', '/ExploreBot', '/Admin', '/Terms', '/Privacy'];
/** … and those below these. */
const PUBLIC_FOLDERS = ['/Share/', '/ExploreBot/'];

const isPublic = (path: string): boolean =>
  PUBLIC_PATHS.includes(path) || PUBLIC_FOLDERS.some((folder) => path.startsWith(folder));

export const Route = createFileRoute('/_default')({
  beforeLoad: ({ location }) => {
    if (!isPublic(location.pathname)) requireSession({ location });
    return { isSignedIn: readToken() !== null };
  },
  loader: () => fetchShown(FRAMES),
  staticData: {
    shown: { app: 'shell/layout/AppLayout', guest: 'shell/layout/PublicLayout' },
    firstCalls: ['/api/users/me?populate=avatar'],
  },
  component: DefaultLayout,
});

function DefaultLayout() {
  const { isSignedIn } = Route.useRouteContext();
  const Frame = isSignedIn ? FRAMES.app : FRAMES.guest;
  return <Frame />;
}
