import { createFileRoute } from '@tanstack/react-router';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { NotBuiltPage } from '../../shell/components/NotBuiltPage.tsx';

export const Route = createFileRoute('/_default/Document')({
  loader: loadLaterWords,
  component: () => <NotBuiltPage page="documents" />,
});
