import { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { CreateDocumentPage } from '../../features/knowledge/add/CreateDocumentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/Create')({
  loader: () => loadWords('knowledge'),
  params: { parse: (raw) => ({ id: idParam(KnowledgeId, raw.id) }) },
  validateSearch: z.object({
    /** To edit what this one was made from. */
    document: DocumentId.optional().catch(undefined),
    tab: z.enum(['text', 'file', 'questions', 'website']).optional().catch(undefined),
  }),
  staticData: { crumbs: ['knowledge', 'base'] },
  component: CreateDocumentPage,
});
