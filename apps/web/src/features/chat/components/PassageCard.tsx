import type { Citation } from '@hanasu/contract/chat';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { findKnowledgeOfDocument } from '../../knowledge/find-knowledge-of-document.ts';
import classes from './ChatPanel.module.css';

interface PassageCardProps {
  citation: Citation;
  knowledgeUuids: readonly KnowledgeId[];
}

/** The passage an answer rests on: where it stands, its words, and how well it fits. */
export function PassageCard({ citation, knowledgeUuids }: PassageCardProps) {
  const { t } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: () => findKnowledgeOfDocument(knowledgeUuids, citation.documentUuid),
    onSuccess: (id) =>
      navigate({
        to: '/Knowledge/$id/documents/$documentId',
        params: { id, documentId: citation.documentUuid },
        search: { chunk: citation.embeddingUuid },
      }),
  });
  const place = [
    ...citation.headingPath,
    ...(citation.page === null ? [] : [t('chat.page', { page: String(citation.page) })]),
  ].join(' › ');
  return (
    <div className={classes.passage}>
      <strong>{citation.title}</strong>
      {place && <span className={classes.place}>{place}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long quote scrolls, so it must be reachable by keyboard. */}
      <blockquote tabIndex={0}>{citation.quote}</blockquote>
      <span className={classes.place}>
        {t('chat.fit', {
          score: format.decimal(citation.score),
          confidence: format.percent(citation.confidence),
        })}
      </span>
      {knowledgeUuids.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="file-text" size={14} />}
          loading={open.isPending}
          onClick={() => open.mutate()}
        >
          {t('chat.openDocument')}
        </Button>
      )}
    </div>
  );
}
