import type { KnowledgeId } from '@hanasu/contract/ids';
import { type SearchHit, searchKnowledge } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, SimpleGrid, Skeleton, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useSearchKnowledge } from '../knowledge.queries.ts';
import { SearchHitCard } from './SearchHitCard.tsx';
import { SearchSummary } from './SearchSummary.tsx';
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
      {search.isError && <FaultNotice error={search.error} />}
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
