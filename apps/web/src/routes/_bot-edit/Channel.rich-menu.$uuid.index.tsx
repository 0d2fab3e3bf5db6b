import type { FormId, RichMenuId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ActionList } from '../../features/contacts/rules/RuleActions.tsx';
import { MenuEditPage } from '../../features/rich-menus/edit/MenuEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, oneOf, search } from '../../shell/search-params.ts';

const REPORT_DAYS = [7, 30, 90] as const;

export const Route = createFileRoute('/_bot-edit/Channel/rich-menu/$uuid/')({
  loader: () => loadWords('rich-menus', 'contacts'),
  params: { parse: (raw) => ({ uuid: idParam<RichMenuId>(raw.uuid) }) },
  validateSearch: search({
    tab: oneOf(['menu', 'settings', 'report', 'preview']),
    // How many days back the report goes.
    /** Chosen for areas that open a form. */
    form: id<FormId>(),
    days: (given) => REPORT_DAYS.find((days) => days === given),
  }),
  staticData: { bottomBar: true, crumbs: ['richMenus'] },
  component: () => <MenuEditPage ActionList={ActionList} />,
});
