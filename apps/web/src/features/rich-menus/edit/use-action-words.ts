import type { TapAction } from '@hanasu/contract/rich-menus';
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../../../entities/form/forms.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { menusQuery } from '../rich-menus.queries.ts';
import type { MenuEditing } from './use-menu-draft.ts';

/** What a tap does, in a few words. */
export function useActionWords({ draft, menu }: Pick<MenuEditing, 'draft' | 'menu'>) {
  const { t } = useWords();
  const { data: forms = [] } = useQuery(formsQuery);
  const { data: menus = [] } = useQuery(menusQuery(menu.channelUuid));
  return (action: TapAction | null): string => {
    switch (action?.kind) {
      case undefined:
        return t('menuEditor.does.nothing');
      case 'message':
      case 'ask':
        return t('menuEditor.does.says', { text: action.text });
      case 'link':
        return t('menuEditor.does.link', { url: action.url });
      case 'phone':
        return t('menuEditor.does.phone', { number: action.number });
      case 'form':
        return t('menuEditor.does.form', {
          name: forms.find(({ uuid }) => uuid === action.formUuid)?.name ?? '—',
        });
      case 'page':
        return t('menuEditor.does.page', {
          name: draft.pages.find(({ id }) => id === action.pageId)?.name || '—',
        });
      case 'menu':
        return t('menuEditor.does.menu', {
          name: menus.find(({ uuid }) => uuid === action.menuUuid)?.name ?? '—',
        });
      case 'date':
        return t('menuEditor.does.date');
      case 'copy':
        return t('menuEditor.does.copy', { text: action.text });
      case 'actions':
        return t('menuEditor.does.actions', { count: action.actions.length });
      default:
        return action satisfies never;
    }
  };
}
