import { createFileRoute } from '@tanstack/react-router';
import { MessageTemplatesPage } from '../../features/message-templates/MessageTemplatesPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { mark, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/message-template/')({
  loader: () => loadWords('message-templates', 'message'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ q: textUpTo(200), page, create: mark }),
  component: MessageTemplatesPage,
});
