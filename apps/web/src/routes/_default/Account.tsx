import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AccountPage } from '../../features/accounts/profile/AccountPage.tsx';
import { ModelsTab } from '../../features/billing/model-keys/ModelsTab.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { ACCOUNT_TABS } from '../../shell/account-tabs.ts';

export const Route = createFileRoute('/_default/Account')({
  loader: () => loadWords('accounts', 'billing'),
  validateSearch: z.object({
    tab: z.enum(ACCOUNT_TABS).optional().catch(undefined),
    q: z.string().optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    person: z.string().optional().catch(undefined),
    from: z.string().optional().catch(undefined),
    to: z.string().optional().catch(undefined),
    /** The code of the server's log, for administrators of the installation. */
    setup: z.string().optional().catch(undefined),
  }),
  component: () => <AccountPage ModelsTab={ModelsTab} />,
});
