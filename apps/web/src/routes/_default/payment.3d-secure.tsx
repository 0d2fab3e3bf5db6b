import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/payment/3d-secure')({
  staticData: { crumbs: ['tokens'] },
  component: () => <NotBuiltPage page="paymentCheck" />,
});
