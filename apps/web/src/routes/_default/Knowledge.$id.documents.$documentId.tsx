import type { BotId, DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { createFileRoute } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { CuratedPanel } from '../../features/bots/curated/CuratedTab.tsx';
import { AnswerCheck } from '../../features/evaluation/AnswerCheck.tsx';
import { DocumentPage } from '../../features/knowledge/reader/DocumentPage.tsx';
import { loadWords } from '../../i18n/i18n.ts';
import { idParam } from '../../shell/id-param.ts';
import { id, search, text } from '../../shell/search-params.ts';

export const Route = createFileRoute('/_default/Knowledge/$id/documents/$documentId')({
  loader: () => loadWords('knowledge', 'evaluation', 'bots'),
  params: {
    parse: (raw) => ({ id: idParam<KnowledgeId>(raw.id), documentId: idParam<DocumentId>(raw.documentId) }),
  },
  validateSearch: search({
    chunk: text,
    embedding: text,
    /** Whose answers to questions about the document are shown. */
    bot: id<BotId>(),
  }),
  staticData: { crumbs: ['knowledge', 'base'] },
  component: () => <DocumentPage AnswerCheck={DocumentAnswers} />,
});

function DocumentAnswers(props: Omit<ComponentProps<typeof AnswerCheck>, 'MendAnswer'>) {
  return <AnswerCheck {...props} MendAnswer={CuratedPanel} />;
}
