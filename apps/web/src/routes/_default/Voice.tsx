import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/Voice')({
  component: () => <NotBuiltPage page="voice" />,
});
