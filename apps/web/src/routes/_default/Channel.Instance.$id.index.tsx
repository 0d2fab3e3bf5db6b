import { LOG_RESULTS } from '@hanasu/contract/channel-log';
import { ChannelId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ChannelPage } from '../../features/channels/ChannelPage.tsx';
import { CHANNEL_TABS } from '../../features/channels/channel-tabs.ts';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Channel/Instance/$id/')({
  loader: () => loadWords('channels'),
  params: { parse: (raw) => ({ id: idParam(ChannelId, raw.id) }) },
  validateSearch: z.object({
    tab: z.enum(CHANNEL_TABS).optional().catch(undefined),
    /** Of the log. */
    page: z.number().int().min(1).optional().catch(undefined),
    direction: z.enum(['in', 'out']).optional().catch(undefined),
    result: z.enum(LOG_RESULTS).optional().catch(undefined),
    entry: z.uuid().optional().catch(undefined),
  }),
  staticData: { crumbs: ['channels'] },
  component: ChannelPage,
});
