import { createFileRoute } from '@tanstack/react-router';
import { NotifyPage } from '../../features/notify/NotifyPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/notify')({
  loader: () => loadWords('notify'),
  staticData: { crumbs: ['channels'] },
  component: NotifyPage,
});
