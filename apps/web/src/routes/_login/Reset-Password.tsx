import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/accounts/sign-in/ResetPasswordPage.tsx';

export const Route = createFileRoute('/_login/Reset-Password')({ component: ResetPasswordPage });
