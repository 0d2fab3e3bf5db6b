import { createFileRoute } from '@tanstack/react-router';
import { CustomChatPage } from '../../features/web-chat/embed/CustomChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/custom_chat')({
  loader: () => loadWords('web-chat'),
  validateSearch: search({ bot: id() }),
  staticData: { crumbs: ['channels'] },
  component: CustomChatPage,
});
