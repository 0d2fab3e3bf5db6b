import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BotId, ToolId } from '@hanasu/contract/ids';
import { listToolRuns } from '@hanasu/contract/tool-runs';
import {
  changeTool,
  createTool,
  deleteTool,
  listTools,
  loadRemoteTools,
  type ToolInput,
  type ToolPatch,
  type ToolView,
  testTool,
} from '@hanasu/contract/tools';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shell/api/api-client.ts';

const keyOf = (botUuid: BotId) => ['tools', botUuid] as const;

export const toolsQuery = (botUuid: BotId) =>
  queryOptions({
    queryKey: keyOf(botUuid),
    queryFn: ({ signal }) => call(listTools, { params: { uuid: botUuid }, signal }),
  });

function useToolMutation<Variables, Result>(botUuid: BotId, run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(botUuid) }),
    meta: { inPlace: true },
  });
}

export const useSaveTool = (botUuid: BotId) =>
  useToolMutation(botUuid, ({ tool, body }: { tool: ToolView | null; body: ToolInput }) =>
    tool
      ? call(changeTool, { params: { uuid: tool.uuid }, body })
      : call(createTool, { params: { uuid: botUuid }, body }),
  );

export const usePatchTool = (botUuid: BotId) =>
  useToolMutation(botUuid, ({ uuid, body }: { uuid: ToolId; body: ToolPatch }) =>
    call(changeTool, { params: { uuid }, body }),
  );

export const useDeleteTool = (botUuid: BotId) =>
  useToolMutation(botUuid, (uuid: ToolId) => call(deleteTool, { params: { uuid } }));

/** Longer than any kind of call takes. */
const TEST_MS = 45_000;

export function useTestTool() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, body }: { uuid: ToolId; body: EndpointInput<typeof testTool>['body'] }) =>
      call(testTool, { params: { uuid }, body, timeoutMs: TEST_MS }),
    onSettled: (_result, _error, { uuid }) => queryClient.invalidateQueries({ queryKey: runsKeyOf(uuid) }),
    meta: { inPlace: true },
  });
}

const runsKeyOf = (uuid: ToolId) => ['tool-runs', uuid] as const;
export const RUNS_PAGE_SIZE = 10;

export const toolRunsQuery = (uuid: ToolId, page: number) =>
  queryOptions({
    queryKey: [...runsKeyOf(uuid), page],
    queryFn: ({ signal }) =>
      call(listToolRuns, { params: { uuid }, query: { page, pageSize: RUNS_PAGE_SIZE }, signal }),
    placeholderData: (previous) => previous,
    // Bots add to it at any time.
    staleTime: 0,
  });

export const useLoadRemoteTools = () =>
  useMutation({
    mutationFn: (uuid: ToolId) => call(loadRemoteTools, { params: { uuid } }),
    meta: { inPlace: true },
  });
