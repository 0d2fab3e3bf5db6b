import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '../../features/channels/settings/SettingsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/setting')({
  loader: () => loadWords('channels', 'message'),
  validateSearch: search({ channel: id() }),
  staticData: { crumbs: ['channels'] },
  component: SettingsPage,
});
