import type { KnowledgeId } from '@hanasu/contract/ids';
import { searchKnowledge } from '@hanasu/contract/knowledge';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { useSearchKnowledge } from '../knowledge.queries.ts';
import { SearchHitCard } from './SearchHitCard.tsx';
import classes from './SearchTest.module.css';

/** Question → ranked passages, as a bot would be given them. */
export function SearchTest({ knowledgeUuid }: { knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  const format = useFormat();
  const search = useSearchKnowledge(knowledgeUuid);
  const form = useForm({
    resolver: zodResolver(searchKnowledge.body.pick({ query: true })),
    defaultValues: { query: '' },
  });
  const submit = form.handleSubmit(({ query }) => search.mutate(query));
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('knowledge.searchHelp')}</Text>
      <form onSubmit={(event) => void submit(event)} className={classes.form} noValidate>
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
      </form>
      {search.isError && <FaultNotice error={search.error} />}
      {search.isPending && <Skeleton height={110} radius="lg" aria-hidden />}
      <div aria-live="polite">
        {search.data && search.data.items.length > 0 && (
          <Text size="sm" c="dimmed" className="numbers">
            {t('knowledge.found', {
              count: search.data.items.length,
              time: format.decimal(Math.round(search.data.milliseconds * 10) / 10),
            })}
          </Text>
        )}
        {search.data?.items.length === 0 && <EmptyState icon="search-x" title={t('knowledge.noHits')} />}
      </div>
      {search.data && (
        <ol className={classes.hits}>
          {search.data.items.map((hit, index) => (
            <SearchHitCard key={hit.embeddingUuid} hit={hit} rank={index + 1} knowledgeUuid={knowledgeUuid} />
          ))}
        </ol>
      )}
    </Stack>
  );
}
