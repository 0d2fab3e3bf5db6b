import { createFileRoute } from '@tanstack/react-router';
import { AddKnowledgePage } from '../../features/knowledge/pages/AddKnowledgePage.tsx';

export const Route = createFileRoute('/_default/Knowledge/Add')({
  staticData: { crumbs: ['knowledge'] },
  component: AddKnowledgePage,
});
