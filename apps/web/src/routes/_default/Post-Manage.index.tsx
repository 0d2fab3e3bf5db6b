import { createFileRoute } from '@tanstack/react-router';
import { PostsPage } from '../../features/posts/list/PostsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { oneOf, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Post-Manage/')({
  loader: () => loadWords('posts'),
  validateSearch: search({
    q: textUpTo(200),
    tag: textUpTo(200),
    state: oneOf(['draft', 'scheduled', 'published', 'failed']),
    page,
  }),
  component: PostsPage,
});
