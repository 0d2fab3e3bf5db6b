import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { KnowledgeId } from '@hanasu/contract/ids';
import { type SearchHit, searchKnowledge } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, SimpleGrid, Skeleton, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PassageText } from '../../../entities/conversation/PassageText.tsx';
import { useSearchKnowledge } from '../../../entities/knowledge/knowledge.queries.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './SearchTest.module.css';

interface SearchFilter {
  tags: string[];
  metadata: Record<string, string>;
}
const NO_FILTER: SearchFilter = { tags: [], metadata: {} };
const MOST = 20;

interface SearchFiltersProps {
  value: SearchFilter;
  onChange: (value: SearchFilter) => void;
}

/** Narrows the search to documents with some tags and details. */
function SearchFilters({ value, onChange }: SearchFiltersProps) {
  const { t } = useWords();
  const [isWrong, setWrong] = useState(false);
  const details = Object.entries(value.metadata).map(([name, text]) => `${name} = ${text}`);
  const changeDetails = (lines: string[]): void => {
    const pairs = lines.map((line) => line.split(/\s*[=＝]\s*/u, 2).map((part) => part.trim()));
    const whole = pairs.filter(([name, text]) => name && text !== undefined);
    setWrong(whole.length < pairs.length);
    onChange({ ...value, metadata: Object.fromEntries(whole) });
  };
  return (
    <details className={classes.filters}>
      <summary>{t('knowledgeSettings.narrow')}</summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="xs">
        <TagsInput
          label={t('knowledgeSettings.tags')}
          description={t('knowledgeSettings.tagsHelp')}
          value={value.tags}
          onChange={(tags) => onChange({ ...value, tags })}
          maxTags={MOST}
        />
        <TagsInput
          label={t('knowledgeSettings.metadata')}
          description={t('knowledgeSettings.metadataHelp')}
          value={details}
          onChange={changeDetails}
          splitChars={[]}
          maxTags={MOST}
          error={isWrong && t('knowledgeSettings.metadataWrong')}
        />
      </SimpleGrid>
    </details>
  );
}

interface SearchTestProps {
  knowledgeUuid: KnowledgeId;
  /** What can be done with a passage that was found for a question. */
  actions?: (hit: SearchHit, question: string) => ReactNode;
}

/** Question → ranked passages, as a bot would be given them, and what each stage of the search made of them. */
export function SearchTest({ knowledgeUuid, actions }: SearchTestProps) {
  const { t } = useWords();
  const format = useFormat();
  const search = useSearchKnowledge(knowledgeUuid);
  const [filter, setFilter] = useState(NO_FILTER);
  const form = useForm({
    resolver: zodResolver(searchKnowledge.body.pick({ query: true })),
    defaultValues: { query: '' },
  });
  const submit = form.handleSubmit(({ query }) => search.mutate({ query, ...filter }));
  const found = search.data;
  const question = search.variables?.query ?? '';
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('knowledge.searchHelp')}</Text>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className={classes.form}>
          <TextInput
            aria-label={t('knowledge.question')}
            placeholder={t('knowledge.questionPlaceholder')}
            className={classes.field ?? ''}
            {...form.register('query')}
            error={form.formState.errors.query?.message}
          />
          <Button type="submit" loading={search.isPending} leftSection={<Icon name="search" />}>
            {t('knowledge.ask')}
          </Button>
        </div>
        <SearchFilters value={filter} onChange={setFilter} />
      </form>
      {search.isError && <ErrorNotice error={search.error} />}
      {search.isPending && <Skeleton height={110} radius="lg" aria-hidden />}
      <div aria-live="polite">
        {found && found.items.length > 0 && (
          <Text size="sm" c="dimmed" className="numbers">
            {t('knowledge.found', {
              count: found.items.length,
              time: format.decimal(Math.round(found.milliseconds * 10) / 10),
            })}
            {found.duplicates > 0 && ` · ${t('knowledgeSettings.duplicates', { count: found.duplicates })}`}
          </Text>
        )}
        {found?.items.length === 0 && <EmptyState icon="search-x" title={t('knowledge.noHits')} />}
      </div>
      {found && <SearchSummary found={found} />}
      {found && found.items.length > 0 && (
        <ol className={classes.hits}>
          {found.items.map((hit, index) => (
            <SearchHitCard
              key={hit.embeddingUuid}
              hit={hit}
              rank={index + 1}
              knowledgeUuid={knowledgeUuid}
              stages={found.stages}
              best={bestOf(found.items)}
              actions={actions?.(hit, question)}
            />
          ))}
        </ol>
      )}
    </Stack>
  );
}

/** The highest score of each stage: what the bars are measured by. */
function bestOf(items: readonly SearchHit[]) {
  const most = (name: keyof SearchHit['stages']): number =>
    Math.max(0, ...items.map(({ stages }) => stages[name]?.score ?? 0));
  return { words: most('words'), meaning: most('meaning'), fused: most('fused'), reranked: most('reranked') };
}

type Part = keyof SearchHit['stages'];

interface SearchHitCardProps {
  hit: SearchHit;
  rank: number;
  knowledgeUuid: KnowledgeId;
  stages: SearchResult['stages'];
  /** Highest score of each stage. */
  best: Readonly<Record<Part, number>>;
  actions?: ReactNode;
}

function SearchHitCard({ hit, rank, knowledgeUuid, stages, best, actions }: SearchHitCardProps) {
  const { t } = useWords();
  const format = useFormat();
  const place = [
    ...hit.headingPath,
    ...(hit.page === null ? [] : [t('knowledge.page', { page: String(hit.page) })]),
  ].join(' › ');
  return (
    <li className={classes.hit}>
      <div className={classes.hitHead}>
        <span className={classes.rank}>{rank}</span>
        <Link
          to="/Knowledge/$id/documents/$documentId"
          params={{ id: knowledgeUuid, documentId: hit.documentUuid }}
          search={{ chunk: hit.embeddingUuid }}
          className={classes.hitTitle}
        >
          {hit.title}
        </Link>
        <span className={classes.score}>
          <span className={classes.meter} aria-hidden>
            <span style={{ width: `${Math.round(hit.confidence * 100)}%` }} />
          </span>
          {t('knowledge.confidence', { confidence: format.percent(hit.confidence) })}
          {' · '}
          {t('knowledge.score', { score: format.decimal(hit.score) })}
        </span>
      </div>
      {place && <p className={classes.place}>{place}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long passage scrolls, so it must be reachable by keyboard. */}
      <div className={classes.text} tabIndex={0}>
        <PassageText text={hit.text} />
      </div>
      <HitParts hit={hit} stages={stages} best={best} />
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

/** The part of a hit that each stage has made. */
const PARTS = [
  { part: 'words', stage: 'words' },
  { part: 'meaning', stage: 'meaning' },
  { part: 'fused', stage: 'fuse' },
  { part: 'reranked', stage: 'rerank' },
] as const satisfies readonly { part: Part; stage: SearchResult['stages'][number]['name'] }[];

/** Where each stage that ran has put this passage, and by how much. Words alone need no table: it is their order. */
function HitParts({ hit, stages, best }: Pick<SearchHitCardProps, 'hit' | 'stages' | 'best'>) {
  const { t } = useWords();
  const format = useFormat();
  const ran = PARTS.filter(({ stage }) =>
    stages.some(({ name, skipped }) => name === stage && skipped === null),
  );
  if (ran.length < 2) return null;
  return (
    <dl className={classes.parts} aria-label={t('knowledgeSettings.partsOf')}>
      {ran.map(({ part, stage }) => {
        const made = hit.stages[part];
        return (
          <div key={part} className={classes.part} data-missing={made === null}>
            <dt>{t(`knowledgeSettings.stages.${stage}`)}</dt>
            <dd>
              {made === null
                ? t('knowledgeSettings.notFoundBy')
                : `${t('knowledgeSettings.rankOf', { rank: String(made.rank) })} · ${format.decimal(made.score)}`}
              <span className={classes.partBar} aria-hidden>
                <span style={{ width: `${shareOf(made?.score ?? 0, best[part])}%` }} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const shareOf = (score: number, best: number): number =>
  best > 0 ? Math.round(Math.max(0, Math.min(1, score / best)) * 100) : 0;

type SearchResult = EndpointOutput<typeof searchKnowledge>;

/** Whether a bot would answer, and how long each stage of the search took. */
function SearchSummary({ found }: { found: SearchResult }) {
  const { t } = useWords();
  const isAnswered = found.items.length > 0 && found.confidence >= found.least;
  return (
    <Surface className={classes.summary ?? ''}>
      <div>
        <p className={classes.verdict} data-answered={isAnswered}>
          <Icon name={isAnswered ? 'check-circle-2' : 'circle-help'} size={18} />
          {isAnswered ? t('knowledgeSettings.wouldAnswer') : t('knowledgeSettings.wouldNotKnow')}
        </p>
        <ConfidenceLine confidence={found.confidence} least={found.least} />
        {found.translated !== null && (
          <p className={classes.translated}>
            {t('knowledgeSettings.translated')}: <q>{found.translated}</q>
          </p>
        )}
      </div>
      {found.stages.length > 0 && <StageTable stages={found.stages} />}
    </Surface>
  );
}

function ConfidenceLine({ confidence, least }: { confidence: number; least: number }) {
  const { t } = useWords();
  const format = useFormat();
  const words = t('knowledgeSettings.confidence', {
    // Rounded down: what just misses the line must not read as if it reached it.
    confidence: format.percent(Math.floor(confidence * 100) / 100),
    least: format.percent(least),
  });
  return (
    <>
      <div
        className={classes.line}
        role="img"
        aria-label={`${t('knowledgeSettings.confidenceLabel')}: ${words}`}
      >
        <span
          className={classes.reached}
          data-answered={confidence >= least}
          style={{ width: `${Math.min(100, confidence * 100)}%` }}
        />
        <span className={classes.least} style={{ insetInlineStart: `${least * 100}%` }} />
      </div>
      <p className={classes.small}>{words}</p>
      <p className={classes.small}>{t('knowledgeSettings.confidenceHelp')}</p>
    </>
  );
}

function StageTable({ stages }: Pick<SearchResult, 'stages'>) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <table className={classes.stages} aria-label={t('knowledgeSettings.how')}>
      <thead>
        <tr>
          <th scope="col">{t('knowledgeSettings.stage')}</th>
          <th scope="col" data-number>
            {t('knowledgeSettings.looked')}
          </th>
          <th scope="col" data-number>
            {t('knowledgeSettings.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, milliseconds, passages, skipped }) => (
          <tr key={name} data-skipped={skipped !== null}>
            <th scope="row">{t(`knowledgeSettings.stages.${name}`)}</th>
            {skipped === null ? (
              <>
                <td data-number>{passages > 0 ? format.number(passages) : '–'}</td>
                <td data-number>{`${format.decimal(milliseconds)} ms`}</td>
              </>
            ) : (
              <td colSpan={2} data-number>
                {t(`knowledgeSettings.skipped.${skipped}`)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
