import { usePublicUrl } from '../../shell/use-public-url.ts';

/** Addresses of public pages from their paths. */
export function usePostAddress(): (path: string) => string {
  const origin = usePublicUrl();
  return (path) => `${origin}${path}`;
}
