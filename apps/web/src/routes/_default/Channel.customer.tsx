import { createFileRoute } from '@tanstack/react-router';
import { ChannelCustomersPage } from '../../features/contacts/customers/ChannelCustomersPage.tsx';
import { CUSTOMERS_SEARCH } from '../../features/contacts/customers/customers-search.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/customer')({
  loader: () => loadWords('contacts'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search(CUSTOMERS_SEARCH),
  component: ChannelCustomersPage,
});
