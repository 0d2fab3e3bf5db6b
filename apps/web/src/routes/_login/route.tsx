import { createFileRoute } from '@tanstack/react-router';
import { LoginLayout } from '../../shell/layout/LoginLayout.tsx';

export const Route = createFileRoute('/_login')({ component: LoginLayout });
