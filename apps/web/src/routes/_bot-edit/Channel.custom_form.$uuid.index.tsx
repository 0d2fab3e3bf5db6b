import type { FormId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { FormEditPage } from '../../features/forms/edit/FormEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_bot-edit/Channel/custom_form/$uuid/')({
  loader: () => loadWords('forms'),
  params: { parse: (raw) => ({ uuid: idParam<FormId>(raw.uuid) }) },
  staticData: { crumbs: ['forms'] },
  component: FormEditPage,
});
