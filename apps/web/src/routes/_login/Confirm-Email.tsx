import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '../../features/accounts/sign-in/ConfirmEmailPage.tsx';

export const Route = createFileRoute('/_login/Confirm-Email')({ component: ConfirmEmailPage });
