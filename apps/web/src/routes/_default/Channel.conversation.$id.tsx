import type { ConversationId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { ConversationPage } from '../../features/inbox/ConversationPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Channel/conversation/$id')({
  loader: () => loadWords('inbox'),
  staticData: { fillsWindow: true, section: '/Message' },
  params: { parse: (raw) => ({ id: idParam<ConversationId>(raw.id) }) },
  component: ConversationPage,
});
