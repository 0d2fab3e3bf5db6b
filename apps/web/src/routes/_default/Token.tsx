import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { TokenPage } from '../../features/billing/TokenPage.tsx';
import { tokenSearch } from '../../features/billing/usage/token-search.ts';
import { loadWords } from '../../i18n/i18n.ts';

/** Fetched when the tab is opened: what was used is shown without the form libraries. */
const KeysTab = lazy(async () => ({
  default: (await import('../../features/api-keys/KeysTab.tsx')).KeysTab,
}));
const HooksTab = lazy(async () => ({
  default: (await import('../../features/webhooks/HooksTab.tsx')).HooksTab,
}));

export const Route = createFileRoute('/_default/Token')({
  loader: () => loadWords('api-keys', 'billing', 'budget', 'webhooks'),
  staticData: { firstCalls: ['/api/user/token/history?page=1&pageSize=20'] },
  validateSearch: tokenSearch,
  component: () => <TokenPage KeysTab={KeysTab} HooksTab={HooksTab} />,
});
