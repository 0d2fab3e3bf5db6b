import type { KnowledgeId } from '@hanasu/contract/ids';
import type { TestRunView } from '@hanasu/contract/question-sets';
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './QuestionSets.module.css';
import { PAGE_SIZE, resultsQuery } from './question-sets.queries.ts';

/** What the last finished run found for each question, worst first. */
export function RunResults({ run }: { run: TestRunView | null; knowledgeUuid: KnowledgeId }) {
  const { t } = useWords();
  if (!run) return <Text size="sm">{t('questionSets.noRun')}</Text>;
  return <Results key={run.uuid} run={run} />;
}

function Results({ run }: { run: TestRunView }) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const results = useQuery(resultsQuery(run.uuid, page));
  const { items = [], total = 0 } = results.data ?? {};
  return (
    <Stack gap="sm">
      {results.isError && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
      {results.isPending && <Skeleton height={140} radius="lg" aria-hidden />}
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.questionUuid ?? item.question} className={classes.item}>
            <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
              <span className={classes.question}>{item.question}</span>
              <Rank rank={item.rank} before={item.rankBefore} />
            </Group>
            {item.rank !== 1 && item.top.length > 0 && (
              <details className={classes.found}>
                <summary>{t('questionSets.instead', { count: item.top.length })}</summary>
                <ol>
                  {item.top.map((passage) => (
                    <li key={passage.embeddingUuid} data-right={passage.right || undefined}>
                      <strong>
                        {passage.title}
                        {passage.right && ` · ${t('questionSets.right')}`}
                      </strong>
                      <span className={classes.passage}>{passage.text}</span>
                    </li>
                  ))}
                </ol>
              </details>
            )}
            {item.rank === null && item.top.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('questionSets.nothingFound')}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        label={t('questionSets.view.results')}
        onPage={setPage}
      />
    </Stack>
  );
}

export function Rank({ rank, before }: { rank: number | null; before?: number | null }) {
  const { t } = useWords();
  const color = rank === 1 ? 'green' : rank === null ? 'red' : 'yellow';
  const isOther = before !== undefined && before !== null && before !== rank;
  return (
    <span className={classes.rank}>
      {isOther && (
        <Text size="xs" c="dimmed" component="span" className="numbers">
          {t('questionSets.before', { rank: before })} <Icon name="arrow-right" size={12} />
        </Text>
      )}
      <Badge variant="light" color={color} className="numbers">
        {rank === null ? t('questionSets.notFound') : t('questionSets.place', { rank })}
      </Badge>
    </span>
  );
}
