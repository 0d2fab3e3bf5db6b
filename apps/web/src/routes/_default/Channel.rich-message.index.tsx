import { createFileRoute } from '@tanstack/react-router';
import { RichMessagesPage } from '../../features/rich-menus/messages/RichMessagesPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { mark, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/rich-message/')({
  loader: () => loadWords('rich-menus'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ q: textUpTo(200), page, create: mark }),
  component: RichMessagesPage,
});
