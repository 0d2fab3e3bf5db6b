import { SIMULATOR_FRIENDS } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { SimulatorPage } from '../../features/channels/simulator/SimulatorPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/Instance/$id/simulator')({
  loader: () => loadWords('channels'),
  params: { parse: (raw) => ({ id: idParam<ChannelId>(raw.id) }) },
  validateSearch: search({ friend: oneOf(SIMULATOR_FRIENDS) }),
  staticData: { crumbs: ['channels', 'channel'] },
  component: SimulatorPage,
});
