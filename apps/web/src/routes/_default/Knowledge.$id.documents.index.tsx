import type { KnowledgeId } from '@hanasu/contract/ids';
import { DOCUMENT_KINDS, DOCUMENT_STATUSES } from '@hanasu/contract/knowledge';
import { createFileRoute } from '@tanstack/react-router';
import { AddTestQuestion } from '../../features/evaluation/AddTestQuestion.tsx';
import { CheckNext } from '../../features/evaluation/CheckNext.tsx';
import { HealthPanel } from '../../features/evaluation/HealthPanel.tsx';
import { TestsPanel } from '../../features/evaluation/TestsPanel.tsx';
import { DocumentsPage } from '../../features/knowledge/documents/DocumentsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { oneOf, page, search, text, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/')({
  loader: () => loadWords('knowledge', 'evaluation'),
  params: { parse: (raw) => ({ id: idParam<KnowledgeId>(raw.id) }) },
  validateSearch: search({
    q: text,
    page,
    status: oneOf(DOCUMENT_STATUSES),
    kind: oneOf(DOCUMENT_KINDS),
    tag: textUpTo(60),
    tab: oneOf(['documents', 'websites', 'search', 'tests', 'health', 'settings']),
  }),
  staticData: { crumbs: ['knowledge'] },
  component: () => (
    <DocumentsPage
      TestsPanel={TestsPanel}
      HealthPanel={HealthPanel}
      AddTestQuestion={AddTestQuestion}
      CheckNext={CheckNext}
    />
  ),
});
