import { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DocumentPage } from '../../features/knowledge/reader/DocumentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/$documentId')({
  loader: () => loadWords('knowledge'),
  params: {
    parse: (raw) => ({ id: idParam(KnowledgeId, raw.id), documentId: idParam(DocumentId, raw.documentId) }),
  },
  validateSearch: z.object({
    chunk: z.string().optional().catch(undefined),
    embedding: z.string().optional().catch(undefined),
  }),
  staticData: { crumbs: ['knowledge', 'base'] },
  component: DocumentPage,
});
