import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../../features/accounts/sign-in/ForgotPasswordPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Forgot-Password')({
  loader: () => loadWords('accounts'),
  component: ForgotPasswordPage,
});
