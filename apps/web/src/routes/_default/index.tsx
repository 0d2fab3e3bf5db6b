import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../features/home/HomePage.tsx';
import { LandingPage } from '../../features/home/LandingPage.tsx';
import { PublicBotsStrip } from '../../features/web-chat/gallery/GalleryCards.tsx';

export const Route = createFileRoute('/_default/')({ component: Home });

function Home() {
  const { isSignedIn } = Route.useRouteContext();
  if (isSignedIn) return <HomePage />;
  return (
    <LandingPage>
      <PublicBotsStrip />
    </LandingPage>
  );
}
