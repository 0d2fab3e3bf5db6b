import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/payment/failed')({
  staticData: { crumbs: ['tokens'] },
  component: () => <NotBuiltPage page="paymentFailed" />,
});
