import { restoreEmbedding } from '@hanasu/contract/embeddings';
import type { DocumentId } from '@hanasu/contract/ids';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useMay } from '../../../shell/use-may.ts';
import { removedChunksQuery } from '../chunks.queries.ts';
import classes from './ChunkCard.module.css';
import { ChunkReview } from './ChunkReview.tsx';
import type { ChunkWork } from './use-chunk-work.ts';

/** Passages that people took out, to be had back. Nothing while there are none. */
export function RemovedChunks({ document, work }: { document: DocumentId; work: ChunkWork | null }) {
  const { t } = useWords();
  const [opened, list] = useDisclosure(false);
  const removed = useQuery(removedChunksQuery(document));
  const mayChange = useMay(restoreEmbedding);
  const items = removed.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className={classes.removed}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<Icon name="history" />}
        aria-expanded={opened}
        onClick={list.toggle}
      >
        {t('chunks.removedCount', { count: items.length })}
      </Button>
      {opened && (
        <ul className={classes.removedList}>
          {items.map(({ uuid, text, review }) => (
            <li key={uuid}>
              <p className={classes.removedText}>{text}</p>
              {review && (
                <ChunkReview
                  mine={null}
                  review={review}
                  actions={
                    work && mayChange
                      ? {
                          pending: work.pending,
                          keep: () => work.run({ kind: 'reset', body: { embedding: uuid, keep: true } }),
                          reset: () => work.run({ kind: 'reset', body: { embedding: uuid } }),
                        }
                      : null
                  }
                />
              )}
              {work && !review && (
                <OnlyFor endpoint={restoreEmbedding}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={work.pending}
                    onClick={() => work.run({ kind: 'restore', body: { embedding: uuid } })}
                  >
                    {t('chunks.restore')}
                  </Button>
                </OnlyFor>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
