import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { listQuestionSets, listTestRuns, TestRunView } from '@hanasu/contract/question-sets';
import { UPDATE_TEST_RUN } from '@hanasu/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';

export const isActive = (run: Pick<TestRunView, 'status'> | null | undefined): boolean =>
  run?.status === 'queued' || run?.status === 'running';

/** Events may overtake each other: what is over stays over, what is done only grows. */
const newer = (old: TestRunView, incoming: TestRunView): TestRunView =>
  isActive(old) && (!isActive(incoming) || incoming.done >= old.done) ? incoming : old;

/** Puts the progress of runs straight into what is shown; a run that is new or over is fetched with its results. */
export function useRunUpdates(): void {
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: ['question-sets'] });
  useRealtimeRejoin(refetch);
  useRealtime(UPDATE_TEST_RUN, ({ run }) => {
    let isShown = false;
    queryClient.setQueriesData<EndpointOutput<typeof listQuestionSets>>(
      { queryKey: ['question-sets', 'sets'] },
      (data) => {
        if (!data?.items.some(({ lastRun }) => lastRun?.uuid === run.uuid)) return data;
        isShown = true;
        const items = data.items.map((set) =>
          set.lastRun?.uuid === run.uuid ? { ...set, lastRun: newer(set.lastRun, run) } : set,
        );
        return { ...data, items };
      },
    );
    queryClient.setQueriesData<EndpointOutput<typeof listTestRuns>>(
      { queryKey: ['question-sets', 'runs', run.setUuid] },
      (data) =>
        data && { ...data, items: data.items.map((old) => (old.uuid === run.uuid ? newer(old, run) : old)) },
    );
    if (!isShown || !isActive(run)) refetch();
  });
}
