import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { HomePage } from '../../features/home/HomePage.tsx';
import { LandingPage } from '../../features/home/LandingPage.tsx';
import { DemoSection } from '../../features/web-chat/demo/DemoSection.tsx';
import { PublicBotsStrip } from '../../features/web-chat/gallery/GalleryCards.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/')({
  loader: () => loadWords('home', 'web-chat'),
  // How many days back the numbers go.
  validateSearch: z.object({ days: z.literal([30, 90]).optional().catch(undefined) }),
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
