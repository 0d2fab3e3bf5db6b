import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { TokenPage } from '../../features/billing/TokenPage.tsx';
import { TOKEN_TABS } from '../../features/billing/token-tabs.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { oneOf, page, search, text, time } from '../../shell/search-params.ts';

/** Fetched when the tab is opened: what was used is shown without the form libraries. */
const KeysTab = lazy(async () => ({
  default: (await import('../../features/api-keys/KeysTab.tsx')).KeysTab,
}));
const HooksTab = lazy(async () => ({
  default: (await import('../../features/webhooks/HooksTab.tsx')).HooksTab,
}));

export const Route = createFileRoute('/_default/Token')({
  loader: () => loadWords('api-keys', 'billing', 'webhooks'),
  staticData: { firstCalls: ['/api/user/token/history?page=1&pageSize=20'] },
  validateSearch: search({
    tab: oneOf(TOKEN_TABS),
    page,
    bot: text,
    from: time,
    /** False: calls of models only, and none of the tries of a draft. */
    tests: (given) => (given === false ? given : undefined),
  }),
  component: () => <TokenPage KeysTab={KeysTab} HooksTab={HooksTab} />,
});
