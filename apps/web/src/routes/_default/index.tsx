import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../features/home/HomePage.tsx';
import { LandingPage } from '../../features/home/LandingPage.tsx';
import { DemoSection } from '../../features/web-chat/demo/DemoSection.tsx';
import { PublicBotsStrip } from '../../features/web-chat/gallery/GalleryCards.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { search } from '../../shell/search-params.ts';

const LONGER_PERIODS = [30, 90] as const;

export const Route = createFileRoute('/_default/')({
  loader: () => loadWords('home', 'web-chat'),
  staticData: { firstCalls: ['/api/user/home', '/api/user/first-steps', '/api/user/insights?days=7'] },
  // How many days back the numbers go.
  validateSearch: search({ days: (given) => LONGER_PERIODS.find((days) => days === given) }),
  component: Home,
});

function Home() {
  const { isSignedIn } = Route.useRouteContext();
  if (isSignedIn) return <HomePage />;
  return (
    <LandingPage demo={<DemoSection />}>
      <PublicBotsStrip />
    </LandingPage>
  );
}
