import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../../features/accounts/sign-in/ForgotPasswordPage.tsx';

export const Route = createFileRoute('/_login/Forgot-Password')({ component: ForgotPasswordPage });
