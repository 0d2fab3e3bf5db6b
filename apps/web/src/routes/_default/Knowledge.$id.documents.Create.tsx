import { KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import { CreateDocumentPage } from '../../features/knowledge/pages/CreateDocumentPage.tsx';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/Create')({
  loader: loadLaterWords,
  params: { parse: (raw) => ({ id: idParam(KnowledgeId, raw.id) }) },
  staticData: { crumbs: ['knowledge', 'base'] },
  component: CreateDocumentPage,
});
