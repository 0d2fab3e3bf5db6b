import { createFileRoute } from '@tanstack/react-router';
import { NotifyPage } from '../../features/notify/NotifyPage.tsx';
import { loadLaterWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/notify')({
  loader: loadLaterWords,
  staticData: { crumbs: ['channels'] },
  component: NotifyPage,
});
