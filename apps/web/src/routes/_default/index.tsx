import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../features/home/pages/HomePage.tsx';
import { LandingPage } from '../../features/home/pages/LandingPage.tsx';

export const Route = createFileRoute('/_default/')({ component: Home });

function Home() {
  const { isSignedIn } = Route.useRouteContext();
  return isSignedIn ? <HomePage /> : <LandingPage />;
}
