import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/Customer')({
  component: () => <NotBuiltPage page="customers" />,
});
