import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '../../features/accounts/sign-in/ConfirmEmailPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Confirm-Email')({
  loader: () => loadWords('accounts'),
  component: ConfirmEmailPage,
});
