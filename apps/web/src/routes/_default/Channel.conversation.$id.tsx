import { ConversationId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ConversationPage } from '../../features/inbox/pages/ConversationPage.tsx';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Channel/conversation/$id')({
  params: { parse: (raw) => ({ id: idParam(ConversationId, raw.id) }) },
  component: ConversationPage,
});
