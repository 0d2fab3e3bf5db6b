import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../../features/system/legal/LegalPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Terms')({
  loader: () => loadWords('system'),
  component: () => <LegalPage text="terms" />,
});
