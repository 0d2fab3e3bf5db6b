import { finishConnecting } from '@hanasu/contract/channels';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api-client.ts';

/** What the vendor appended to the address, as texts; the last of each name counts. */
export function vendorQuery(search: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(search).flatMap(([name, given]) => {
    const value: unknown = Array.isArray(given) ? given.at(-1) : given;
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(texts);
}

/**
 * The permission can be used once only, so this is asked once for one address: not again when the page is drawn twice,
 * looked at again or comes back online.
 */
export const finishingQuery = (query: Record<string, string>) =>
  queryOptions({
    queryKey: ['channel-connected', query],
    // Without the signal: it goes on when the page is drawn anew.
    queryFn: () => call(finishConnecting, { body: { query } }),
    enabled: Object.keys(query).length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
