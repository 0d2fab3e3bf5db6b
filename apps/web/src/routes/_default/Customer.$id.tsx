import type { CustomerId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { CustomerPage } from '../../features/contacts/customers/CustomerPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Customer/$id')({
  loader: () => loadWords('contacts'),
  params: { parse: (raw) => ({ id: idParam<CustomerId>(raw.id) }) },
  staticData: { crumbs: ['customers'] },
  component: CustomerPage,
});
