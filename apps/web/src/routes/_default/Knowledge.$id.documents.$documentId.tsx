import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { DocumentPage } from '../../features/knowledge/reader/DocumentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/$documentId')({
  loader: () => loadWords('knowledge'),
  params: {
    parse: (raw) => ({ id: idParam<KnowledgeId>(raw.id), documentId: idParam<DocumentId>(raw.documentId) }),
  },
  validateSearch: search({
    chunk: text,
    embedding: text,
  }),
  staticData: { crumbs: ['knowledge', 'base'] },
  component: DocumentPage,
});
