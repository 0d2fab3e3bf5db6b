import type { FormId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ActionList } from '../../features/contacts/rules/RuleActions.tsx';
import { FormEditPage } from '../../features/forms/edit/FormEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_bot-edit/Channel/custom_form/$uuid/')({
  loader: () => loadWords('forms', 'contacts'),
  params: { parse: (raw) => ({ uuid: idParam<FormId>(raw.uuid) }) },
  validateSearch: search({ tab: oneOf(['questions', 'settings', 'preview']) }),
  staticData: { bottomBar: true, crumbs: ['forms'] },
  component: () => <FormEditPage ActionList={ActionList} />,
});
