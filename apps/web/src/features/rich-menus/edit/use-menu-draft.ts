import {
  changeRichMenu,
  type MenuPage,
  RichMenuDefinition,
  type RichMenuWithDraft,
} from '@hanasu/contract/rich-menus';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { menuQuery } from '../../../entities/rich-menu/rich-menus.queries.ts';
import { type DraftStore, useDraft } from '../../../shell/draft/use-draft.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { keepMenu, sendChange } from '../rich-menus.queries.ts';
import { historyReducer, sendable } from './menu-draft.ts';

/** The draft of a rich menu: edited here, saved while it is edited, with every step kept for undo. */
export function useMenuDraft(menu: RichMenuWithDraft) {
  const queryClient = useQueryClient();
  const mayEdit = usePermission(changeRichMenu);
  const { uuid } = menu;
  const store = useMemo<DraftStore<RichMenuDefinition, RichMenuWithDraft>>(
    () => ({
      reducer: historyReducer,
      parse: (draft) => RichMenuDefinition.parse(draft),
      sendable,
      send: (body) => sendChange({ uuid, body }),
      fetch: () => queryClient.fetchQuery({ ...menuQuery(uuid), staleTime: 0 }),
      keep: (saved) => keepMenu(queryClient, saved),
      changedCode: 'rich_menu_changed',
    }),
    [uuid, queryClient],
  );
  return { ...useDraft(menu, store), mayEdit };
}
export type MenuDraft = ReturnType<typeof useMenuDraft>;

export interface MenuEditing extends Pick<MenuDraft, 'draft' | 'edit' | 'mayEdit'> {
  readonly menu: RichMenuWithDraft;
  readonly page: MenuPage;
  readonly setPage: (pageId: string) => void;
}
export const MenuEditingContext = createContext<MenuEditing | null>(null);

/** The draft that the page around edits. */
export function useMenuEditing(): MenuEditing {
  const editing = use(MenuEditingContext);
  if (!editing) throw new Error('there is no rich menu to edit around this');
  return editing;
}
