import { addEmbedding, restoreEmbedding } from '@hanasu/contract/embeddings';
import type { DocumentId, EmbeddingId } from '@hanasu/contract/ids';
import type { DocumentView, EmbeddingView } from '@hanasu/contract/knowledge';
import { Button, Select, Skeleton, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { usePermission } from '../../../shell/use-permission.ts';
import cardClasses from './ChunkCard.module.css';
import chunkCardClasses from './ChunkCard.module.css';
import { ChunkCard } from './ChunkCard.tsx';
import { ChunkEditor } from './ChunkEditor.tsx';
import { ChunkReview } from './ChunkReview.tsx';
import { removedChunksQuery, SHOWN, type Shown } from './chunks.queries.ts';
import classes from './DocumentReader.module.css';
import type { ChunkWork } from './use-chunk-work.ts';

interface ChunkListProps {
  document: DocumentView;
  chunks: readonly EmbeddingView[];
  total: number;
  query: Pick<
    UseInfiniteQueryResult,
    | 'isPending'
    | 'hasNextPage'
    | 'hasPreviousPage'
    | 'isFetchingNextPage'
    | 'isFetchingPreviousPage'
    | 'fetchNextPage'
    | 'fetchPreviousPage'
  >;
  chosen: EmbeddingId | undefined;
  onChoose: (id: EmbeddingId) => void;
  work: ChunkWork | null;
  filter: { readonly show: Shown; readonly typed: string };
  onFilter: (filter: { show: Shown; typed: string }) => void;
}

/** Passages in the order of the document, with what can be done with them. */
export function ChunkList(props: ChunkListProps) {
  const { document, chunks, total, query, chosen, onChoose, work, filter, onFilter } = props;
  const { t } = useWords();
  const isWhole = filter.show === 'all' && filter.typed.trim() === '';
  const open = work?.open ?? null;
  const writer = (after: EmbeddingId | null) =>
    open?.kind === 'add' && open.after === after && work ? (
      <li className={cardClasses.card} data-chosen>
        <ChunkEditor
          label={t('chunks.newText')}
          text=""
          headingPath={chunks.find(({ uuid }) => uuid === after)?.headingPath ?? []}
          pending={work.pending}
          error={work.error}
          onSave={(words) => work.save({ kind: 'add', body: { after, ...words } })}
          onClose={work.close}
        />
      </li>
    ) : null;
  const firstIsShown = isWhole && !query.hasPreviousPage;
  return (
    <>
      <h2 className={classes.heading}>{t('knowledge.passagesCount', { count: total })}</h2>
      <div className={classes.filters}>
        <Select
          size="xs"
          aria-label={t('chunks.show')}
          data={SHOWN.map((value) => ({ value, label: t(`chunks.shown.${value}`) }))}
          value={filter.show}
          allowDeselect={false}
          disabled={open !== null}
          onChange={(show) => onFilter({ ...filter, show: SHOWN.find((one) => one === show) ?? 'all' })}
        />
        <TextInput
          size="xs"
          leftSection={<Icon name="search" />}
          placeholder={t('chunks.search')}
          aria-label={t('chunks.search')}
          value={filter.typed}
          disabled={open !== null}
          onChange={(event) => onFilter({ ...filter, typed: event.currentTarget.value })}
        />
      </div>
      {query.isPending && <Skeleton height={300} radius="md" aria-hidden />}
      {!query.isPending && chunks.length === 0 && !isWhole && (
        <EmptyState icon="search-x" title={t('chunks.nothingShown')} />
      )}
      {!query.isPending && chunks.length === 0 && isWhole && !open && (
        <EmptyState
          icon="text-quote"
          title={t('chunks.none')}
          action={
            work && (
              <Can endpoint={addEmbedding}>
                <Button onClick={() => work.add(null)}>{t('chunks.add')}</Button>
              </Can>
            )
          }
        />
      )}
      <ol className={classes.list}>
        {query.hasPreviousPage && (
          <li>
            <Button
              variant="default"
              fullWidth
              loading={query.isFetchingPreviousPage}
              onClick={() => void query.fetchPreviousPage()}
            >
              {t('chunks.earlier')}
            </Button>
          </li>
        )}
        {writer(null)}
        {chunks.map((chunk, index) => {
          const before = chunks[index - 1]?.uuid ?? (firstIsShown ? null : undefined);
          const next = chunks[index + 1]?.uuid;
          return (
            <Fragment key={chunk.uuid}>
              <ChunkCard
                chunk={chunk}
                chosen={chunk.uuid === chosen}
                work={work}
                neighbours={{
                  ...(isWhole && before !== undefined ? { before } : {}),
                  ...(next ? { next } : {}),
                  hasNext: chunk.position + 1 < document.embeddings,
                  choose: onChoose,
                }}
                onChoose={() => onChoose(chunk.uuid)}
              />
              {writer(chunk.uuid)}
            </Fragment>
          );
        })}
        {query.hasNextPage && (
          <li>
            <Button
              variant="default"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('knowledge.morePassages')}
            </Button>
          </li>
        )}
      </ol>
      <RemovedChunks document={document.uuid} work={work} />
    </>
  );
}

/** Passages that people took out, to be had back. Nothing while there are none. */
function RemovedChunks({ document, work }: { document: DocumentId; work: ChunkWork | null }) {
  const { t } = useWords();
  const [opened, list] = useDisclosure(false);
  const removed = useQuery(removedChunksQuery(document));
  const mayChange = usePermission(restoreEmbedding);
  const items = removed.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className={chunkCardClasses.removed}>
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
        <ul className={chunkCardClasses.removedList}>
          {items.map(({ uuid, text, review }) => (
            <li key={uuid}>
              <p className={chunkCardClasses.removedText}>{text}</p>
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
                <Can endpoint={restoreEmbedding}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={work.pending}
                    onClick={() => work.run({ kind: 'restore', body: { embedding: uuid } })}
                  >
                    {t('chunks.restore')}
                  </Button>
                </Can>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
