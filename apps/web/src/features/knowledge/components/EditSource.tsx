import { QuestionRow } from '@hanasu/contract/documents';
import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { sourceQuery } from '../documents.queries.ts';
import { documentQuery } from '../knowledge.queries.ts';
import { QuestionsForm } from './QuestionsForm.tsx';
import { TextForm } from './TextForm.tsx';

interface EditSourceProps {
  knowledgeUuid: KnowledgeId;
  documentUuid: DocumentId;
  onSaved: () => Promise<void>;
}

/** Text or rows of a document as they were written, to be written anew. */
export function EditSource({ knowledgeUuid, documentUuid, onSaved }: EditSourceProps) {
  const document = useQuery(documentQuery(knowledgeUuid, documentUuid));
  const source = useQuery(sourceQuery(documentUuid));
  const error = document.error ?? source.error;
  if (error)
    return (
      <FaultNotice
        error={error}
        onRetry={() => {
          void document.refetch();
          void source.refetch();
        }}
      />
    );
  if (!document.data || source.data === undefined) return <Skeleton height={320} radius="md" aria-hidden />;
  const { title, kind } = document.data;
  const shared = { knowledgeUuid, onAdded: onSaved };
  if (kind !== 'questions') {
    return <TextForm {...shared} edited={{ uuid: documentUuid, title, text: source.data }} />;
  }
  return <QuestionsForm {...shared} edited={{ uuid: documentUuid, title, rows: readRows(source.data) }} />;
}

function readRows(json: string): QuestionRow[] {
  try {
    return z.array(QuestionRow).parse(JSON.parse(json));
  } catch {
    return [];
  }
}
