import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RegisterPage } from '../../features/accounts/sign-in/RegisterPage.tsx';

export const Route = createFileRoute('/_login/Register')({
  validateSearch: z.object({
    returnTo: z.string().optional().catch(undefined),
    /** The code of the server's log, for the first account of an installation. */
    setup: z.string().optional().catch(undefined),
    /** With the invitation that this tab was given. */
    join: z.literal(true).optional().catch(undefined),
  }),
  component: RegisterPage,
});
