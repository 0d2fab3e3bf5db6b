import type { Citation } from '@hanasu/contract/chat';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './chat/ChatPanel.module.css';
import { PassageText } from './PassageText.tsx';

interface PassageCardProps {
  citation: Citation;
}

/** The passage an answer rests on: where it stands, its words, and how well it fits. */
export function PassageCard({ citation }: PassageCardProps) {
  const { t } = useWords();
  const format = useFormat();
  const place = [
    ...citation.headingPath,
    ...(citation.page === null ? [] : [t('conversations.page', { page: String(citation.page) })]),
  ].join(' › ');
  return (
    <div className={classes.passage}>
      <strong>{citation.title}</strong>
      {place && <span className={classes.place}>{place}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long quote scrolls, so it must be reachable by keyboard. */}
      <blockquote tabIndex={0}>
        <PassageText text={citation.quote} />
      </blockquote>
      <span className={classes.place}>
        {t('conversations.fit', {
          score: format.decimal(citation.score),
          confidence: format.percent(citation.confidence),
        })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="file-text" size={14} />}
        renderRoot={(props) => (
          <Link
            to="/Knowledge/$id/documents/$documentId"
            params={{ id: citation.knowledgeUuid, documentId: citation.documentUuid }}
            search={{ chunk: citation.embeddingUuid }}
            {...props}
          />
        )}
      >
        {t('conversations.openDocument')}
      </Button>
    </div>
  );
}
