import { createFileRoute } from '@tanstack/react-router';
import { AddKnowledgePage } from '../../features/knowledge/AddKnowledgePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Knowledge/Add')({
  loader: () => loadWords('knowledge'),
  staticData: { crumbs: ['knowledge'] },
  component: AddKnowledgePage,
});
