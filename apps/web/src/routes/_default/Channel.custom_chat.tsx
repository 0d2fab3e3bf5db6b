import { createFileRoute } from '@tanstack/react-router';
import { WebChatPage } from '../../features/web-chat/embed/WebChatPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/custom_chat')({
  loader: () => loadWords('web-chat'),
  validateSearch: search({ bot: id(), q: textUpTo(200), page }),
  staticData: { crumbs: ['channels'], section: '/Channel/embed' },
  component: WebChatPage,
});
