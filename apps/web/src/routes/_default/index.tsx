import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { DemoSection } from '../../features/web-chat/demo/DemoSection.tsx';
import { PublicBotsStrip } from '../../features/web-chat/gallery/GalleryCards.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { fetchShown } from '../../shell/layout/frames.ts';
import { search } from '../../shell/search-params.ts';

const LONGER_PERIODS = [30, 90] as const;

/** The home page of whoever is signed in, and what others see there; only the one that is shown is fetched. */
const HOME = {
  app: lazyRouteComponent(() => import('../../features/home/HomePage.tsx'), 'HomePage'),
  guest: lazyRouteComponent(() => import('../../features/home/LandingPage.tsx'), 'LandingPage'),
};

export const Route = createFileRoute('/_default/')({
  loader: () => Promise.all([loadWords('home', 'web-chat'), fetchShown(HOME)]),
  staticData: {
    shown: { app: 'features/home/HomePage', guest: 'features/home/LandingPage' },
    firstCalls: ['/api/user/home', '/api/user/first-steps', '/api/user/insights?days=7'],
  },
  // How many days back the numbers go.
  validateSearch: search({ days: (given) => LONGER_PERIODS.find((days) => days === given) }),
  component: Home,
});

function Home() {
  const { isSignedIn } = Route.useRouteContext();
  if (isSignedIn) return <HOME.app />;
  return (
    <HOME.guest demo={<DemoSection />}>
      <PublicBotsStrip />
    </HOME.guest>
  );
}
