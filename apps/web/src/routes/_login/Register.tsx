import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../../features/accounts/sign-in/RegisterPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { mark, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_login/Register')({
  loader: () => loadWords('accounts'),
  validateSearch: search({
    returnTo: text,
    /** The code of the server's log, for the first account of an installation. */
    setup: text,
    /** With the invitation that this tab was given. */
    join: mark,
  }),
  component: RegisterPage,
});
