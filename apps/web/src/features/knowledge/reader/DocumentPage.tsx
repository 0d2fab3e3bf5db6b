import { type BotId, EmbeddingId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { documentQuery, knowledgeQuery } from '../../../entities/knowledge/knowledge.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { NotFoundPage } from '../../../shell/error-pages/NotFoundPage.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { DocumentActions } from '../documents/DocumentActions.tsx';
import { StatusCell } from '../documents/StatusCell.tsx';
import { useDocumentUpdates } from '../documents/use-document-updates.ts';
import { NextBot } from '../NextBot.tsx';
import { ChunkList } from './ChunkList.tsx';
import { chunkPlaceQuery, chunksQuery, documentTextQuery, findChunk, type Shown } from './chunks.queries.ts';
import classes from './DocumentReader.module.css';
import { SourceText } from './SourceText.tsx';
import { useChunkWork } from './use-chunk-work.ts';

const ROUTE = '/_default/Knowledge/$id/documents/$documentId';

interface DocumentPageProps {
  /** What a bot answers to questions about a document that is ready; the route brings it in. */
  AnswerCheck: ComponentType<{
    document: DocumentView;
    botUuid: BotId | undefined;
    onBot: (botUuid: BotId) => void;
  }>;
}

export function DocumentPage({ AnswerCheck }: DocumentPageProps) {
  const { id, documentId } = useParams({ from: ROUTE });
  const { bot } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const choose = useNavigate({ from: '/Knowledge/$id/documents/$documentId' });
  // The breadcrumbs show its name.
  useQuery(knowledgeQuery(id));
  const document = useQuery(documentQuery(id, documentId));
  useDocumentUpdates(id);

  if (isApiError(document.error, 'not_found')) return <NotFoundPage />;
  const view = document.data;
  return (
    <PageFrame
      title={view?.title ?? '…'}
      purpose={view && <StatusCell document={view} />}
      actions={
        view && (
          <DocumentActions
            document={view}
            onDeleted={() => void navigate({ to: '/Knowledge/$id/documents', params: { id } })}
          />
        )
      }
    >
      {document.isError && <ErrorNotice error={document.error} onRetry={() => void document.refetch()} />}
      {document.isPending && <Skeleton height={360} radius="lg" aria-hidden />}
      {view && <NextBot knowledgeUuid={view.knowledgeUuid} />}
      {view?.status === 'ready' && (
        <AnswerCheck
          document={view}
          botUuid={bot}
          onBot={(botUuid) =>
            void choose({ search: (old) => ({ ...old, bot: botUuid }), replace: true, resetScroll: false })
          }
        />
      )}
      {view && <DocumentReader document={view} />}
    </PageFrame>
  );
}

/** Passages beside the text they come from, with the chosen one marked. While a document is read anew, what was. */
function DocumentReader({ document }: { document: DocumentView }) {
  const { t } = useWords();
  if (document.status !== 'ready' && document.embeddings === 0) {
    return <EmptyState icon="file-text" title={t('knowledge.notReadYet')} />;
  }
  return <Reader document={document} />;
}

function Reader({ document }: { document: DocumentView }) {
  const { t } = useWords();
  const [view, setView] = useState<'chunks' | 'source'>('chunks');
  const [filter, setFilter] = useState<{ show: Shown; typed: string }>({ show: 'all', typed: '' });
  const [q] = useDebouncedValue(filter.typed.trim(), 250);
  const { chunk, choose, choices } = useChosen();
  const isReady = document.status === 'ready';
  const work = useChunkWork(document.uuid, { choices, choose });
  const [from, setFrom] = useFirstPage(document, chunk);
  const isFiltered = filter.show !== 'all' || q !== '';
  const list = useInfiniteQuery({
    ...chunksQuery(document.uuid, { show: filter.show, q, from: isFiltered ? 1 : (from ?? 1) }),
    enabled: from !== null,
  });
  const text = useSourceText(document);
  const chunks = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = chunks.find(({ uuid }) => uuid === chunk) ?? chunks[0];

  async function pick(offset: number) {
    const inside = ({ start, end }: { start: number; end: number }) => start <= offset && offset < end;
    // Passages repeat a little of each other: the one that is chosen goes on to be.
    const known = chosen && inside(chosen) ? chosen : chunks.find(inside);
    if (known) choose(known.uuid);
    else if (work.open === null) {
      const { items, page } = await findChunk(document.uuid, { at: offset });
      const found = items.find(inside) ?? items.find(({ end }) => end > offset);
      if (!found) return;
      setFilter({ show: 'all', typed: '' });
      if (!chunks.some(({ uuid }) => uuid === found.uuid)) setFrom(page);
      choose(found.uuid);
    }
    setView('chunks');
  }

  const error = text.error ?? list.error;
  if (error)
    return <ErrorNotice error={error} onRetry={() => void Promise.all([text.refetch(), list.refetch()])} />;
  return (
    <>
      {!isReady && <p className={classes.reading}>{t('chunks.reading')}</p>}
      <SegmentedControl
        className={classes.views}
        fullWidth
        aria-label={t('chunks.view')}
        value={view}
        onChange={(next) => setView(next === 'source' ? 'source' : 'chunks')}
        data={[
          { value: 'chunks', label: t('knowledge.passages') },
          { value: 'source', label: t('chunks.source') },
        ]}
      />
      <div className={classes.reader} data-view={view}>
        <section aria-label={t('knowledge.passages')} className={classes.chunks}>
          <ChunkList
            document={document}
            chunks={chunks}
            total={list.data?.pages[0]?.total ?? 0}
            query={list}
            chosen={chosen?.uuid}
            onChoose={choose}
            work={isReady ? work : null}
            filter={filter}
            onFilter={setFilter}
          />
        </section>
        <section aria-label={t('knowledge.source')} className={classes.source}>
          <h2 className={classes.heading}>{t('knowledge.source')}</h2>
          <p className={classes.help}>{t('knowledge.sourceHelp')}</p>
          {text.data ? (
            <SourceText
              key={view}
              text={text.data.text}
              pages={text.data.pages}
              start={chosen?.start ?? 0}
              end={chosen?.end ?? 0}
              label={t('knowledge.source')}
              onPick={(offset) => void pick(offset)}
            />
          ) : (
            <Skeleton height={300} radius="md" aria-hidden />
          )}
        </section>
      </div>
    </>
  );
}

/** The passage that the address names; `embedding` is how other pages may call it. */
function useChosen() {
  const { chunk, embedding } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/Knowledge/$id/documents/$documentId' });
  const parsed = EmbeddingId.safeParse(embedding ?? chunk);
  const choices = useRef(0);
  return {
    chunk: parsed.success ? parsed.data : null,
    /** Counts them, also those of the same passage. */
    choices,
    choose(id: EmbeddingId) {
      choices.current += 1;
      void navigate({ search: ({ bot }) => ({ bot, chunk: id }), replace: true, resetScroll: false });
    },
  };
}

/** The page of passages to begin with: the one of the passage that the address names. Null: not known yet. */
function useFirstPage(document: DocumentView, chunk: EmbeddingId | null) {
  const [named] = useState(chunk);
  const [chosen, setChosen] = useState<number | null>(null);
  const place = useQuery({
    ...chunkPlaceQuery(document.uuid, named ?? EmbeddingId.parse(document.uuid)),
    enabled: named !== null,
  });
  const known = named === null || place.isError ? 1 : (place.data ?? null);
  return [chosen ?? known, setChosen] as const;
}

/** The text, fetched anew when the document has been read anew. */
function useSourceText(document: DocumentView) {
  const queryClient = useQueryClient();
  const query = documentTextQuery(document.knowledgeUuid, document.uuid);
  const before = useRef(document.status);
  useEffect(() => {
    if (document.status === 'ready' && before.current !== 'ready') {
      void queryClient.invalidateQueries({ queryKey: ['document-text', document.uuid] });
    }
    before.current = document.status;
  }, [document.status, document.uuid, queryClient]);
  return useQuery(query);
}
