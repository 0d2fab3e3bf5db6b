import { LOG_RESULTS } from '@hanasu/contract/channel-log';
import type { ChannelId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ChannelPage } from '../../features/channels/ChannelPage.tsx';
import { CHANNEL_TABS } from '../../features/channels/channel-tabs.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, oneOf, page, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/Instance/$id/')({
  loader: () => loadWords('channels'),
  params: { parse: (raw) => ({ id: idParam<ChannelId>(raw.id) }) },
  validateSearch: search({
    tab: oneOf(CHANNEL_TABS),
    /** Of the log. */
    page,
    direction: oneOf(['in', 'out']),
    result: oneOf(LOG_RESULTS),
    entry: id(),
  }),
  staticData: { crumbs: ['channels'] },
  component: ChannelPage,
});
