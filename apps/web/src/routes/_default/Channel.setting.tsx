import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SettingsPage } from '../../features/channels/settings/SettingsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/setting')({
  loader: () => loadWords('channels'),
  validateSearch: z.object({ channel: z.uuid().optional().catch(undefined) }),
  staticData: { crumbs: ['channels'] },
  component: SettingsPage,
});
