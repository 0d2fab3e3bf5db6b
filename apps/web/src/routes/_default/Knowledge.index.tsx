import { createFileRoute } from '@tanstack/react-router';
import { KnowledgePage } from '../../features/knowledge/KnowledgePage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { page, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Knowledge/')({
  loader: () => loadWords('knowledge'),
  validateSearch: search({
    q: text,
    page,
  }),
  component: KnowledgePage,
});
