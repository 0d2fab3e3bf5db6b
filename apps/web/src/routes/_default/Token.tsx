import { createFileRoute } from '@tanstack/react-router';
import { TokenPage } from '../../features/billing/pages/TokenPage.tsx';

export const Route = createFileRoute('/_default/Token')({ component: TokenPage });
