import type { RichMessageId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { MessageEditPage } from '../../features/rich-menus/messages/MessageEditPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_bot-edit/Channel/rich-message/$uuid/')({
  loader: () => loadWords('rich-menus', 'message'),
  params: { parse: (raw) => ({ uuid: idParam<RichMessageId>(raw.uuid) }) },
  validateSearch: search({ tab: oneOf(['message', 'preview']) }),
  staticData: { bottomBar: true, crumbs: ['richMessages'] },
  component: MessageEditPage,
});
