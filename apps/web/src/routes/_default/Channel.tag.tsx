import { createFileRoute } from '@tanstack/react-router';
import { TAG_TABS } from '../../features/contacts/tags/order-tags.ts';
import { TagsPage } from '../../features/contacts/tags/TagsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Channel/tag')({
  loader: () => loadWords('contacts'),
  staticData: { crumbs: ['channels'] },
  validateSearch: search({ tab: oneOf(TAG_TABS) }),
  component: TagsPage,
});
