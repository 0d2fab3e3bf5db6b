import { createFileRoute } from '@tanstack/react-router';
import { AddKnowledgePage } from '../../features/knowledge/AddKnowledgePage.tsx';
import { loadLaterWords } from '../../i18n/i18n.ts';

export const Route = createFileRoute('/_default/Knowledge/Add')({
  loader: loadLaterWords,
  staticData: { crumbs: ['knowledge'] },
  component: AddKnowledgePage,
});
