import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { chunkHitsQuery } from '../chunks.queries.ts';
import classes from './ChunkCard.module.css';

/** Questions that were answered from a passage. */
export function ChunkHits({ chunk }: { chunk: EmbeddingView }) {
  const { t } = useWords();
  const format = useFormat();
  const hits = useQuery(chunkHitsQuery(chunk.documentUuid, chunk.uuid));
  if (hits.isError) return <FaultNotice error={hits.error} onRetry={() => void hits.refetch()} />;
  if (hits.isPending) return <Skeleton height={60} radius="md" aria-hidden />;
  return (
    <ul className={classes.hits} aria-label={t('chunks.questions')}>
      {hits.data.items.map(({ question, askedAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same question may be asked twice in the same moment.
        <li key={`${askedAt} ${index}`}>
          <span>{question}</span>
          <time dateTime={askedAt}>{format.date(askedAt)}</time>
        </li>
      ))}
    </ul>
  );
}
