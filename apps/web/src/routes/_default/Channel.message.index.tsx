import type { PostId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { BroadcastsPage } from '../../features/broadcasts/BroadcastsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { id, mark, page, search, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/message/')({
  loader: () => loadWords('broadcasts'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ q: textUpTo(200), page, create: mark, post: id<PostId>() }),
  component: BroadcastsPage,
});
