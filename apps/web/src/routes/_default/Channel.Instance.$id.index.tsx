import { ChannelId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ChannelPage } from '../../features/channels/pages/ChannelPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Channel/Instance/$id/')({
  params: { parse: (raw) => ({ id: idParam(ChannelId, raw.id) }) },
  staticData: { crumbs: ['channels'] },
  component: ChannelPage,
});
