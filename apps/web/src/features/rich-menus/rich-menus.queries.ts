import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { ChannelId, RichMenuId } from '@hanasu/contract/ids';
import { drawPicture, type PictureSource } from '@hanasu/contract/menu-pictures';
import { changeMenusAtLine, getMenusAtLine } from '@hanasu/contract/menus-at-line';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import {
  changeRichMenu,
  createRichMenu,
  deleteRichMenu,
  importRichMenu,
  listRichMenus,
  listRichMenuVersions,
  type RichMenuView,
  type RichMenuWithDraft,
} from '@hanasu/contract/rich-menus';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { everyPage } from '../../entities/contact/customers.queries.ts';
import { menuQuery } from '../../entities/rich-menu/rich-menus.queries.ts';
import { call, upload } from '../../shell/api/api-client.ts';
import { isApiError } from '../../shell/api/api-error.ts';

const BUSY_MS = 1_000;
const IDLE_MS = 30_000;
const LISTS = ['rich-menus', 'list'] as const;
const AT_LINE = ['rich-menus', 'at-line'] as const;

/** In the order in which they are looked at. */
export const menusQuery = (channelUuid: ChannelId) =>
  queryOptions({
    queryKey: [...LISTS, channelUuid],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(listRichMenus, { query: { page, pageSize: PAGE_SIZE_MAX, channelUuid }, signal }),
      ),
  });

/** Asked often while something is being done there. */
export const menusAtLineQuery = (channelUuid: ChannelId) =>
  queryOptions({
    queryKey: [...AT_LINE, channelUuid],
    queryFn: ({ signal }) => call(getMenusAtLine, { query: { channelUuid }, signal }),
    refetchInterval: ({ state }) => {
      const step = state.data?.job.state;
      return step === 'waiting' || step === 'running' ? BUSY_MS : IDLE_MS;
    },
  });

interface Drawn {
  readonly source: PictureSource;
  readonly width: number;
  readonly height: number;
}
const DRAW_RETRIES = 5;
const DRAW_RETRY_MS = 2_000;
/** The very picture that would be sent; the last one stays until the next is drawn. */
export const drawnQuery = (drawn: Drawn) =>
  queryOptions({
    queryKey: ['rich-menus', 'drawn', drawn],
    queryFn: ({ signal }) => call(drawPicture, { body: drawn, signal }),
    placeholderData: keepPreviousData,
    // Others of the account are being drawn.
    retry: (count, error) => isApiError(error, 'rate_limited') && count < DRAW_RETRIES,
    retryDelay: DRAW_RETRY_MS,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: IDLE_MS,
  });

export const loadVersions = (uuid: RichMenuId, page: number, signal: AbortSignal) =>
  call(listRichMenuVersions, { params: { uuid }, query: { page }, signal });

/** What the server made of a menu. */
export function keepMenu(queryClient: QueryClient, menu: RichMenuWithDraft): void {
  queryClient.setQueryData(menuQuery(menu.uuid).queryKey, menu);
  void queryClient.invalidateQueries({ queryKey: LISTS });
}

export interface MenuChange {
  readonly uuid: RichMenuId;
  readonly body: EndpointInput<typeof changeRichMenu>['body'];
}
export const sendChange = ({ uuid, body }: MenuChange) => call(changeRichMenu, { params: { uuid }, body });

function useMenuMutation<Input>(run: (input: Input) => Promise<RichMenuWithDraft>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (menu) => {
      keepMenu(queryClient, menu);
      void queryClient.invalidateQueries({ queryKey: AT_LINE });
    },
    meta: { inPlace: true },
  });
}
export const useCreateMenu = () =>
  useMenuMutation((body: EndpointInput<typeof createRichMenu>['body']) => call(createRichMenu, { body }));
/** From an exported file. */
export const useImportMenu = (channelUuid: ChannelId) =>
  useMenuMutation((file: File) => upload(importRichMenu, { query: { channelUuid }, file }));
export const useChangeMenu = () => useMenuMutation(sendChange);

/** Stands in its new place at once. */
export function useMoveMenu(channelUuid: ChannelId) {
  const queryClient = useQueryClient();
  const { queryKey } = menusQuery(channelUuid);
  return useMutation({
    mutationFn: ({ uuid, position }: Pick<RichMenuView, 'uuid' | 'position'>) =>
      sendChange({ uuid, body: { position } }),
    onMutate: ({ uuid, position }) =>
      void queryClient.setQueryData<RichMenuView[]>(queryKey, (items = []) => {
        const moved = items.find((item) => item.uuid === uuid);
        return moved ? items.filter((item) => item !== moved).toSpliced(position, 0, moved) : items;
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['rich-menus'] }),
  });
}

export function useDeleteMenu() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uuid: RichMenuId) => call(deleteRichMenu, { params: { uuid } }),
    onSuccess: (_, uuid) => {
      queryClient.removeQueries({ queryKey: menuQuery(uuid).queryKey });
      void queryClient.invalidateQueries({ queryKey: LISTS });
      void queryClient.invalidateQueries({ queryKey: AT_LINE });
    },
    meta: { inPlace: true },
  });
}

/** Says what should be at LINE; the answer is how far that is. */
export function useOrderAtLine({ inPlace = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<typeof changeMenusAtLine>['body']) => call(changeMenusAtLine, { body }),
    onSuccess: (found) => {
      queryClient.setQueryData(menusAtLineQuery(found.channelUuid).queryKey, found);
      void queryClient.invalidateQueries({ queryKey: LISTS });
      void queryClient.invalidateQueries({ queryKey: ['rich-menus', 'one'] });
    },
    meta: { inPlace },
  });
}
