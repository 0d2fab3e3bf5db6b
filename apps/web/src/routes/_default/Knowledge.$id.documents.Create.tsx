import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { CreateDocumentPage } from '../../features/knowledge/add/CreateDocumentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, oneOf, search } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/Create')({
  loader: () => loadWords('knowledge'),
  params: { parse: (raw) => ({ id: idParam<KnowledgeId>(raw.id) }) },
  validateSearch: search({
    /** To edit what this one was made from. */
    document: id<DocumentId>(),
    tab: oneOf(['text', 'file', 'questions', 'website']),
  }),
  staticData: { crumbs: ['knowledge', 'base'] },
  component: CreateDocumentPage,
});
