import {
  type BotFile,
  createBotFromTemplate,
  duplicateBot,
  exportBot,
  importBot,
  listBotTemplates,
} from '@hanasu/contract/bot-files';
import { getBotVersion, listBotVersions, pauseBot, publishBot } from '@hanasu/contract/bot-versions';
import {
  type BotInput,
  type BotView,
  createBot,
  deleteBot,
  getBot,
  listBotActivity,
  listBots,
  listLinkHosts,
  updateBot,
} from '@hanasu/contract/bots';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { BotId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shell/api/api-client.ts';

/** Bots, newest change first; one full page, for cards and choices. */
export const botsQuery = (q?: string) =>
  queryOptions({
    queryKey: ['bots', 'list', q ?? ''],
    queryFn: ({ signal }) =>
      call(listBots, { query: { pageSize: PAGE_SIZE_MAX, ...(q ? { q } : {}) }, signal }),
    placeholderData: (previous) => previous,
  });

/** How many conversations each bot had in the last days. */
export const botActivityQuery = queryOptions({
  queryKey: ['bots', 'activity'],
  queryFn: ({ signal }) => call(listBotActivity, { signal }),
});

export const botQuery = (uuid: BotId) =>
  queryOptions({
    queryKey: ['bots', 'one', uuid],
    queryFn: ({ signal }) => call(getBot, { params: { uuid }, signal }),
  });

/** Read anew whenever it is shown: what the texts of the bot name changes while they are edited. */
export const linkHostsQuery = (uuid: BotId) =>
  queryOptions({
    queryKey: ['bots', 'link-hosts', uuid],
    queryFn: ({ signal }) => call(listLinkHosts, { params: { uuid }, signal }),
    staleTime: 0,
  });

/** What was published, newest first. */
export const versionsQuery = (uuid: BotId, page: number) =>
  queryOptions({
    queryKey: ['bots', 'versions', uuid, page],
    queryFn: ({ signal }) =>
      call(listBotVersions, { params: { uuid }, query: { page, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });

/** A version never changes. */
export const versionQuery = (uuid: BotId, number: number) =>
  queryOptions({
    queryKey: ['bots', 'version', uuid, number],
    queryFn: ({ signal }) => call(getBotVersion, { params: { uuid, number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const templatesQuery = queryOptions({
  queryKey: ['bots', 'templates'],
  queryFn: ({ signal }) => call(listBotTemplates, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const fetchBotFile = (uuid: BotId) => call(exportBot, { params: { uuid } });

/** Puts a bot that an endpoint answered with where it is looked at. */
function useTakeOver() {
  const queryClient = useQueryClient();
  return (bot: BotView) => {
    queryClient.setQueryData(botQuery(bot.uuid).queryKey, bot);
    void queryClient.invalidateQueries({ queryKey: ['bots', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['home'] });
    void queryClient.invalidateQueries({ queryKey: ['channels'] });
  };
}

export function useCreateBot() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (body: z.input<typeof BotInput>) => call(createBot, { body }),
    onSuccess: takeOver,
    meta: { inPlace: true },
  });
}

export function useCreateFromTemplate() {
  const takeOver = useTakeOver();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof createBotFromTemplate>['body']) =>
      call(createBotFromTemplate, { body }),
    onSuccess: ({ bot }) => {
      takeOver(bot);
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    },
    meta: { inPlace: true },
  });
}

export function useImportBot() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: (body: BotFile) => call(importBot, { body }),
    onSuccess: ({ bot }) => takeOver(bot),
    meta: { inPlace: true },
  });
}

export function useDuplicateBot() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: ({ uuid, name }: { uuid: BotId; name: string }) =>
      call(duplicateBot, { params: { uuid }, body: { name } }),
    onSuccess: takeOver,
  });
}

export function usePauseBot() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: ({ uuid, paused }: { uuid: BotId; paused: boolean }) =>
      call(pauseBot, { params: { uuid }, body: { paused } }),
    onSuccess: takeOver,
  });
}

/** Publishes a bot that never was, or lets a paused one go on. Who asks shows what is refused. */
export function usePutLive() {
  const takeOver = useTakeOver();
  return useMutation({
    mutationFn: ({ uuid, state }: { uuid: BotId; state: 'draft' | 'paused' }) =>
      state === 'paused'
        ? call(pauseBot, { params: { uuid }, body: { paused: false } })
        : call(publishBot, { params: { uuid }, body: { note: '' } }),
    onSuccess: takeOver,
    meta: { inPlace: true },
  });
}

/** Puts a website on the list of those that a draft's answers may link to. */
export function useAllowHost(uuid: BotId) {
  const takeOver = useTakeOver();
  const queryClient = useQueryClient();
  return async (host: string): Promise<void> => {
    const { settings } = await queryClient.fetchQuery({ ...botQuery(uuid), staleTime: 0 });
    const linkHosts = [...new Set([...settings.linkHosts, host])];
    takeOver(await call(updateBot, { params: { uuid }, body: { settings: { linkHosts } } }));
  };
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
