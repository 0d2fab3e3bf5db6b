import { createFileRoute } from '@tanstack/react-router';
import { JoinPage } from '../../features/accounts/sign-in/JoinPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Join')({
  loader: () => loadWords('accounts'),
  component: JoinPage,
});
