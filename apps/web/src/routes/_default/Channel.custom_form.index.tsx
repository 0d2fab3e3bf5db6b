import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/error-pages/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/Channel/custom_form/')({
  staticData: { crumbs: ['channels'] },
  component: () => <NotBuiltPage page="customForm" />,
});
