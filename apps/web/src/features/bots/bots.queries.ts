import {
  type BotInput,
  type BotPatch,
  createBot,
  deleteBot,
  getBot,
  listBots,
  updateBot,
} from '@hanasu/contract/bots';
import type { BotId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shell/api-client.ts';

export type BotDraft = Partial<z.input<typeof BotInput>> & { name: string; serviceUuid: string };

/** Bots, newest change first; one full page, for cards and choices. */
export const botsQuery = (q?: string) =>
  queryOptions({
    queryKey: ['bots', 'list', q ?? ''],
    queryFn: ({ signal }) =>
      call(listBots, { query: { pageSize: PAGE_SIZE_MAX, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
  });

export const botQuery = (uuid: BotId) =>
  queryOptions({
    queryKey: ['bots', 'one', uuid],
    queryFn: ({ signal }) => call(getBot, { params: { uuid }, signal }),
  });

export function useCreateBot() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof BotInput>) => call(createBot, { body }),
    onSuccess: (bot) => {
      queryClient.setQueryData(botQuery(bot.uuid).queryKey, bot);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['home'] });
    },
    meta: { inPlace: true },
  });
}

export function useUpdateBot(uuid: BotId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BotPatch) => call(updateBot, { params: { uuid }, body }),
    onSuccess: (bot) => {
      queryClient.setQueryData(botQuery(uuid).queryKey, bot);
      void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    },
    meta: { inPlace: true },
  });
}

export function useDeleteBot() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: BotId) => call(deleteBot, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: ['bots', 'one', uuid] });
      void queryClient.invalidateQueries();
    },
    meta: { inPlace: true },
  });
}
