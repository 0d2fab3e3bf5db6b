import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../../features/accounts/pages/ForgotPasswordPage.tsx';

export const Route = createFileRoute('/_login/Forgot-Password')({ component: ForgotPasswordPage });
