import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LoadingBar } from '../shell/components/LoadingBar.tsx';

export const Route = createRootRoute({
  component: () => (
    <>
      <LoadingBar />
      <Outlet />
    </>
  ),
});
