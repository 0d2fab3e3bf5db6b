import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../../features/accounts/sign-in/LoginPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_login/Login')({
  loader: () => loadWords('accounts'),
  validateSearch: search({ returnTo: text }),
  component: LoginPage,
});
