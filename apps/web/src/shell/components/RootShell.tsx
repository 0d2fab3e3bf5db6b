import { Outlet } from '@tanstack/react-router';
import { useNewBuildToast } from '../use-new-build-toast.tsx';
import { useNewMessageNotifications } from '../use-new-message-notifications.ts';
import { useNotifications } from '../use-notifications.ts';
import { LoadingBar } from './LoadingBar.tsx';

/** Around every page, whatever its layout. */
export function RootShell() {
  useNewBuildToast();
  useNewMessageNotifications();
  useNotifications();
  return (
    <>
      <LoadingBar />
      <Outlet />
    </>
  );
}
