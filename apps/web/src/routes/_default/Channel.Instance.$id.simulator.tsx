import { SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import { ChannelId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SimulatorPage } from '../../features/channels/simulator/SimulatorPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Channel/Instance/$id/simulator')({
  loader: () => loadWords('channels'),
  params: { parse: (raw) => ({ id: idParam(ChannelId, raw.id) }) },
  validateSearch: z.object({ friend: z.enum(SIMULATOR_FRIENDS).optional().catch(undefined) }),
  staticData: { crumbs: ['channels', 'channel'] },
  component: SimulatorPage,
});
