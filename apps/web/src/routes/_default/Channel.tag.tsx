import { createFileRoute } from '@tanstack/react-router';
import { TagsPage } from '../../features/contacts/tags/TagsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Channel/tag')({
  loader: () => loadWords('contacts'),
  staticData: { crumbs: ['channels'] },
  component: TagsPage,
});
