import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/payment/success')({
  staticData: { crumbs: ['tokens'] },
  component: () => <NotBuiltPage page="paymentSuccess" />,
});
