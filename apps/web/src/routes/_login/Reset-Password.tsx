import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/accounts/sign-in/ResetPasswordPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Reset-Password')({
  loader: () => loadWords('accounts'),
  component: ResetPasswordPage,
});
