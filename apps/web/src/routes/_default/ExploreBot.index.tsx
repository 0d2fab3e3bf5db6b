import { LOCALES } from '@hanasu/contract/accounts';
import { GALLERY_CATEGORIES } from '@hanasu/contract/gallery';
import { createFileRoute } from '@tanstack/react-router';
import { ExplorePage } from '../../features/web-chat/gallery/ExplorePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { oneOf, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/ExploreBot/')({
  loader: () => loadWords('web-chat'),
  validateSearch: search({
    q: textUpTo(200),
    category: oneOf(GALLERY_CATEGORIES),
    language: oneOf(LOCALES),
    sort: oneOf(['popular', 'new']),
    page,
  }),
  component: ExplorePage,
});
