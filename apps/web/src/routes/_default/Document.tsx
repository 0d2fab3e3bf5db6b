import { DOCUMENT_KINDS, DOCUMENT_STATUSES } from '@hanasu/contract/knowledge';
import { createFileRoute } from '@tanstack/react-router';
import { AllDocumentsPage } from '../../features/knowledge/documents/AllDocumentsPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { flag, oneOf, page, search, text, textUpTo } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Document')({
  loader: () => loadWords('knowledge'),
  validateSearch: search({
    q: text,
    page,
    status: oneOf(DOCUMENT_STATUSES),
    kind: oneOf(DOCUMENT_KINDS),
    tag: textUpTo(60),
    needsAttention: flag,
  }),
  component: AllDocumentsPage,
});
