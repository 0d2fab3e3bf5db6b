import { createFileRoute } from '@tanstack/react-router';
import { AppLayout } from '../../shell/components/AppLayout.tsx';
import { requireSession } from '../../shell/require-session.ts';

export const Route = createFileRoute('/_bot-edit')({
  beforeLoad: requireSession,
  component: () => <AppLayout focused />,
});
