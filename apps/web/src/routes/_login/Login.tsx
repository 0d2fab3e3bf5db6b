import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginPage } from '../../features/accounts/sign-in/LoginPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_login/Login')({
  loader: () => loadWords('accounts'),
  validateSearch: z.object({ returnTo: z.string().optional().catch(undefined) }),
  component: LoginPage,
});
