import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RegisterPage } from '../../features/accounts/sign-in/RegisterPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Register')({
  loader: () => loadWords('accounts'),
  validateSearch: z.object({
    returnTo: z.string().optional().catch(undefined),
    /** The code of the server's log, for the first account of an installation. */
    setup: z.string().optional().catch(undefined),
    /** With the invitation that this tab was given. */
    join: z.literal(true).optional().catch(undefined),
  }),
  component: RegisterPage,
});
