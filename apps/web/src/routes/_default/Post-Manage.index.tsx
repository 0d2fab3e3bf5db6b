import { createFileRoute } from '@tanstack/react-router';
import { NotBuiltPage } from '../../shell/layout/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/Post-Manage/')({
  component: () => <NotBuiltPage page="posts" />,
});
