import { useQuery } from '@tanstack/react-query';
import { systemQuery } from './shell.queries.ts';

/**
 * The origin for addresses that people get: of the server's public address (`PUBLIC_URL`) or, while that can't be
 * reached from outside, of the page that is open.
 */
export function usePublicUrl(): string {
  const { data: system } = useQuery(systemQuery);
  return system?.publicUrlReachable ? system.publicUrl : location.origin;
}
