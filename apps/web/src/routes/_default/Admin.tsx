import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../../features/system/admin/AdminPage.tsx';
import { ADMIN_TABS } from '../../features/system/admin/admin-tabs.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { oneOf, page, search, textUpTo } from '../../shell/search-params.ts';
import { requireAdministrator } from '../../shell/session/require-administrator.ts';

export const Route = createFileRoute('/_default/Admin')({
  loader: () => loadWords('system'),
  beforeLoad: () => requireAdministrator(),
  validateSearch: search({
    tab: oneOf(ADMIN_TABS),
    q: textUpTo(200),
    page,
  }),
  component: AdminPage,
});
