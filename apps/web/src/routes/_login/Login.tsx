import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { LoginPage } from '../../features/accounts/sign-in/LoginPage.tsx';

export const Route = createFileRoute('/_login/Login')({
  validateSearch: z.object({ returnTo: z.string().optional().catch(undefined) }),
  component: LoginPage,
});
