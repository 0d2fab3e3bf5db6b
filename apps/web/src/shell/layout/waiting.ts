import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRealtime, useRealtimeRejoin } from '../api/realtime.tsx';
import { conversationCountsQuery } from '../shell.queries.ts';
import { useCurrentPageTitle } from './use-page-title.ts';

const REFRESH_AT_MOST_EVERY_MS = 3000;
/** Also tells the server that this person has a page open: who is silent for two minutes is away. */
const STILL_HERE_EVERY_MS = 45_000;
const ICONS = { quiet: '/favicon.svg', waiting: '/favicon-unread.svg' };

/** How many customers wait for a person, as far as it is known; it fetches nothing by itself. */
export function useWaiting(): number {
  const { data } = useQuery({ ...conversationCountsQuery, enabled: false });
  return data?.waiting ?? 0;
}

/**
 * Keeps the number of waiting customers up to date, and shows in the title and the icon of the browser tab that somebody
 * waits. A part of its own: under many updates only this is drawn anew.
 */
export function WaitingMark(): null {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...conversationCountsQuery,
    refetchInterval: STILL_HERE_EVERY_MS,
    refetchIntervalInBackground: true,
  });
  const waiting = data?.waiting ?? 0;
  const title = useCurrentPageTitle();
  const { queryKey } = conversationCountsQuery;
  const refresh = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey }),
    REFRESH_AT_MOST_EVERY_MS,
  );
  useRealtime(UPDATE_CONVERSATION, refresh);
  useRealtimeRejoin(refresh);
  useEffect(() => {
    if (title) document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
  }, [title, waiting]);
  const isWaiting = waiting > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = isWaiting ? ICONS.waiting : ICONS.quiet;
    return () => {
      if (icon) icon.href = ICONS.quiet;
    };
  }, [isWaiting]);
  return null;
}
