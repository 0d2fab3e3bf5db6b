import type { RichMenuId } from '@hanasu/contract/ids';
import { PAGE_SIZE_MAX } from '@hanasu/contract/page';
import { getRichMenu, listRichMenus, type RichMenuView } from '@hanasu/contract/rich-menus';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';
import { everyPage } from '../contact/customers.queries.ts';

/** Menus of all channels; the key begins as those of single channels, so that all are refetched together. */
export const allMenusQuery = queryOptions({
  queryKey: ['rich-menus', 'list', 'all'],
  queryFn: ({ signal }) =>
    everyPage((page) => call(listRichMenus, { query: { page, pageSize: PAGE_SIZE_MAX }, signal })),
});

export const menuQuery = (uuid: RichMenuId) =>
  queryOptions({
    queryKey: ['rich-menus', 'one', uuid],
    queryFn: ({ signal }) => call(getRichMenu, { params: { uuid }, signal }),
  });

/** Friends can be shown it, now or at its time. */
export const isPublished = ({ state }: RichMenuView): boolean => state === 'live' || state === 'scheduled';
