import { createFileRoute } from '@tanstack/react-router';
import { ChannelsPage } from '../../features/channels/ChannelsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/')({
  loader: () => loadWords('channels'),
  validateSearch: search({
    /** Kind of channel that is being connected, or `sandbox`. */
    connect: textUpTo(20),
  }),
  component: ChannelsPage,
});
