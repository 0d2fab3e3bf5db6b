import { createFileRoute } from '@tanstack/react-router';
import { CustomersPage } from '../../features/contacts/customers/CustomersPage.tsx';
import { CUSTOMERS_SEARCH } from '../../features/contacts/customers/customers-search.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Customer/')({
  loader: () => loadWords('contacts'),
  validateSearch: search(CUSTOMERS_SEARCH),
  component: Page,
});

function Page() {
  return <CustomersPage at="/Customer" search={Route.useSearch()} />;
}
