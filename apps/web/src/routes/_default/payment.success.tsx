import type { PaymentId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { PaymentSuccessPage } from '../../features/payments/PaymentSuccessPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/payment/success')({
  loader: () => loadWords('payments'),
  staticData: { crumbs: ['tokens', 'payments'] },
  validateSearch: search({
    /** The payment that the page is about. */
    payment: id<PaymentId>(),
  }),
  component: PaymentSuccessPage,
});
