import type { CustomerTaskId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../features/contacts/imports/ImportPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Customer/import')({
  loader: () => loadWords('contacts'),
  validateSearch: search({ task: id<CustomerTaskId>() }),
  staticData: { crumbs: ['customers'] },
  component: Page,
});

function Page() {
  return <ImportPage uuid={Route.useSearch().task} />;
}
