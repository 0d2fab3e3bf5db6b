import { useRouterState } from '@tanstack/react-router';

export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return loading ? <div className="page-loading-bar" aria-hidden /> : null;
}
