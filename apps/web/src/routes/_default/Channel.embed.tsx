import { createFileRoute } from '@tanstack/react-router';
import { EmbedsPage } from '../../features/web-chat/embed/EmbedsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/embed')({
  loader: () => loadWords('web-chat'),
  validateSearch: search({
    q: textUpTo(200),
    page,
  }),
  staticData: { crumbs: ['channels'] },
  component: EmbedsPage,
});
