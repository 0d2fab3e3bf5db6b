import type { PaymentId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '../../features/payments/PaymentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, oneOf, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/payment/')({
  loader: () => loadWords('payments'),
  staticData: { crumbs: ['tokens'] },
  validateSearch: search({
    /** The payment that the page is about. */
    payment: id<PaymentId>(),
    package: textUpTo(60),
    currency: oneOf(['JPY', 'VND', 'USD']),
    page,
  }),
  component: PaymentPage,
});
