import type { DocumentView } from '@hanasu/contract/knowledge';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { documentTextQuery, embeddingsQuery } from '../knowledge.queries.ts';
import { ChunkCard } from './ChunkCard.tsx';
import classes from './DocumentReader.module.css';
import { MarkedText } from './MarkedText.tsx';

const ROUTE = '/_default/Knowledge/$id/documents/$documentId';

/** Passages on the left, the text they come from on the right with the chosen one marked. */
export function DocumentReader({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const { chunk } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/$documentId' });
  const ready = document.status === 'ready';
  const text = useQuery({ ...documentTextQuery(document.knowledgeUuid, document.uuid), enabled: ready });
  const embeddings = useInfiniteQuery({ ...embeddingsQuery(document.uuid), enabled: ready });
  if (!ready) return <EmptyState icon="file-text" title={t('knowledge.notReadYet')} />;
  if (text.isError || embeddings.isError) return <FaultNotice error={text.error ?? embeddings.error} />;
  const chunks = embeddings.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = chunks.find(({ uuid }) => uuid === chunk) ?? chunks[0];
  const total = embeddings.data?.pages[0]?.total ?? 0;
  return (
    <div className={classes.reader}>
      <section aria-label={t('knowledge.passages')} className={classes.chunks}>
        <h2 className={classes.heading}>{t('knowledge.passagesCount', { count: total })}</h2>
        {embeddings.isPending && <Skeleton height={300} radius="md" aria-hidden />}
        <ol className={classes.list}>
          {chunks.map((each) => (
            <ChunkCard
              key={each.uuid}
              chunk={each}
              chosen={each.uuid === chosen?.uuid}
              onChoose={() =>
                void navigate({ search: { chunk: each.uuid }, replace: true, resetScroll: false })
              }
            />
          ))}
        </ol>
        {embeddings.hasNextPage && (
          <Button
            variant="default"
            fullWidth
            loading={embeddings.isFetchingNextPage}
            onClick={() => void embeddings.fetchNextPage()}
          >
            {t('knowledge.morePassages')}
          </Button>
        )}
      </section>
      <section aria-label={t('knowledge.source')} className={classes.source}>
        <h2 className={classes.heading}>{t('knowledge.source')}</h2>
        <p className={classes.help}>{t('knowledge.sourceHelp')}</p>
        {text.data ? (
          <MarkedText text={text.data.text} start={chosen?.start ?? 0} end={chosen?.end ?? 0} />
        ) : (
          <Skeleton height={300} radius="md" aria-hidden />
        )}
      </section>
    </div>
  );
}
