import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '../../features/accounts/pages/ConfirmEmailPage.tsx';

export const Route = createFileRoute('/_login/Confirm-Email')({ component: ConfirmEmailPage });
