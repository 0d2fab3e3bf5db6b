import { createFileRoute } from '@tanstack/react-router';
import { AppLayout } from '../../shell/layout/AppLayout.tsx';
import { requireSession } from '../../shell/session/require-session.ts';

export const Route = createFileRoute('/_bot-edit')({
  beforeLoad: requireSession,
  staticData: { firstCalls: ['/api/users/me?populate=avatar'] },
  component: () => <AppLayout focused />,
});
