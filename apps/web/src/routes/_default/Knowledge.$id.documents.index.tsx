import { KnowledgeId } from '@hanasu/contract/ids';
import { DocumentKind, DocumentStatus } from '@hanasu/contract/knowledge';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DocumentsPage } from '../../features/knowledge/documents/DocumentsPage.tsx';
import { AddTestQuestion } from '../../features/question-sets/AddTestQuestion.tsx';
import { HealthPanel } from '../../features/question-sets/HealthPanel.tsx';
import { TestsPanel } from '../../features/question-sets/TestsPanel.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/')({
  loader: () => loadWords('knowledge', 'question-sets'),
  params: { parse: (raw) => ({ id: idParam(KnowledgeId, raw.id) }) },
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
    status: DocumentStatus.optional().catch(undefined),
    kind: DocumentKind.optional().catch(undefined),
    tag: z.string().max(60).optional().catch(undefined),
    tab: z
      .enum(['documents', 'websites', 'search', 'tests', 'health', 'settings'])
      .optional()
      .catch(undefined),
  }),
  staticData: { crumbs: ['knowledge'] },
  component: () => (
    <DocumentsPage TestsPanel={TestsPanel} HealthPanel={HealthPanel} AddTestQuestion={AddTestQuestion} />
  ),
});
