import { UPDATE_FRIEND_SYNC } from '@hanasu/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { useRealtime, useRealtimeRejoin } from '../../shell/realtime.tsx';
import { syncsQuery, withSync } from './friends.queries.ts';

/** Puts each step of a sync straight into what is shown; who it has found is fetched. */
export function useSyncUpdates(): void {
  const queryClient = useQueryClient();
  useRealtimeRejoin(() => void queryClient.invalidateQueries({ queryKey: ['friends'] }));
  useRealtime(UPDATE_FRIEND_SYNC, ({ sync }) => {
    queryClient.setQueryData(syncsQuery.queryKey, (old) => withSync(old, sync));
    void queryClient.invalidateQueries({ queryKey: ['friends', 'list'] });
  });
}
