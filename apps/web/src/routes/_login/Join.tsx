import { createFileRoute } from '@tanstack/react-router';
import { JoinPage } from '../../features/accounts/sign-in/JoinPage.tsx';

export const Route = createFileRoute('/_login/Join')({ component: JoinPage });
