import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { ADMIN_TABS } from '../../features/admin/admin-tabs.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { requireAdministrator } from '../../shell/session/require-administrator.ts';

export const Route = createFileRoute('/_default/Admin')({
  loader: () => loadWords('admin'),
  beforeLoad: () => requireAdministrator(),
  validateSearch: z.object({
    tab: z.enum(ADMIN_TABS).optional().catch(undefined),
    q: z.string().max(200).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  component: AdminPage,
});
