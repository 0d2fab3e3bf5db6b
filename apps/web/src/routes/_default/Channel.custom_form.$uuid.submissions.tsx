import type { FormId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { SubmissionsPage } from '../../features/forms/submissions/SubmissionsPage.tsx';
import { SUBMISSIONS_SEARCH } from '../../features/forms/submissions/submissions-search.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/custom_form/$uuid/submissions')({
  loader: () => loadWords('forms'),
  params: { parse: (raw) => ({ uuid: idParam<FormId>(raw.uuid) }) },
  validateSearch: search(SUBMISSIONS_SEARCH),
  staticData: { crumbs: ['forms'] },
  component: SubmissionsPage,
});
