import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../../features/accounts/profile/AccountPage.tsx';
import { ModelsTab } from '../../features/billing/model-keys/ModelsTab.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { ACCOUNT_TABS } from '../../shell/account-tabs.ts';
import { oneOf, page, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Account')({
  loader: () => loadWords('accounts', 'billing'),
  validateSearch: search({
    tab: oneOf(ACCOUNT_TABS),
    q: text,
    page,
    person: text,
    from: text,
    to: text,
    /** The code of the server's log, for administrators of the installation. */
    setup: text,
  }),
  component: () => <AccountPage ModelsTab={ModelsTab} />,
});
