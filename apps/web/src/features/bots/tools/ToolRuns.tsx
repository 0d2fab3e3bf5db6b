import type { ToolId } from '@hanasu/contract/ids';
import { listToolRuns, type ToolRunView } from '@hanasu/contract/tool-runs';
import { ActionIcon, Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFailureWords } from '../../../entities/conversation/use-tool-failure-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { JsonView } from '../../../shell/components/JsonView.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Tools.module.css';
import { RUNS_PAGE_SIZE, toolRunsQuery } from './tools.queries.ts';

/** The last calls of another system by the tool, newest first. */
export function ToolRuns({ uuid }: { uuid: ToolId }) {
  const { t } = useWords();
  const [page, setPage] = useState(1);
  const runs = useQuery(toolRunsQuery(uuid, page));
  return (
    <Can endpoint={listToolRuns}>
      <section className={classes.try} aria-label={t('tools.runs.title')}>
        <Stack gap="sm">
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <div>
              <h3 className={classes.tryTitle}>{t('tools.runs.title')}</h3>
              <Text size="sm" c="dimmed">
                {t('tools.runs.help')}
              </Text>
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={t('tools.runs.reload')}
              loading={runs.isFetching}
              onClick={() => void runs.refetch()}
            >
              <Icon name="refresh-cw" size={16} />
            </ActionIcon>
          </Group>
          {runs.isError && <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />}
          {runs.isPending && <Skeleton height={90} aria-hidden />}
          {runs.data?.total === 0 && <Text size="sm">{t('tools.runs.empty')}</Text>}
          {runs.data && runs.data.total > 0 && (
            <>
              <ul className={classes.runs}>
                {runs.data.items.map((run) => (
                  <RunRow key={run.uuid} run={run} />
                ))}
              </ul>
              <Pager
                page={page}
                pageSize={RUNS_PAGE_SIZE}
                total={runs.data.total}
                label={t('tools.runs.pages')}
                onPage={setPage}
              />
            </>
          )}
        </Stack>
      </section>
    </Can>
  );
}

const STATE_COLORS = {
  done: 'green',
  started: 'gray',
  failed: 'red',
} as const satisfies Record<ToolRunView['state'], string>;

function RunRow({ run }: { run: ToolRunView }) {
  const { t } = useWords();
  const format = useFormat();
  const failureWords = useFailureWords();
  const { state, reason, status, milliseconds, executionId, conversationUuid, createdAt } = run;
  const facts = [
    format.duration(milliseconds),
    status === null ? null : t('tools.status', { status }),
    executionId === null ? null : t('tools.runs.execution', { id: executionId }),
  ];
  return (
    <li className={classes.run}>
      <div className={classes.runHead}>
        <Badge color={STATE_COLORS[state]}>{t(`tools.runs.states.${state}`)}</Badge>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {conversationUuid ? (
          <Link className={classes.runLink} to="/Channel/conversation/$id" params={{ id: conversationUuid }}>
            {t('tools.runs.conversation')}
          </Link>
        ) : (
          <span className={classes.facts}>{t('tools.runs.test')}</span>
        )}
      </div>
      {reason && <p className={classes.reason}>{failureWords(reason)}</p>}
      <details className={classes.runDetails}>
        <summary>{facts.filter(Boolean).join(' · ')}</summary>
        <JsonView label={t('conversations.toolSent')} value={readable(run.input)} />
        <JsonView
          label={t(state === 'failed' ? 'tools.detail' : 'conversations.toolReceived')}
          value={readable(run.output)}
        />
      </details>
    </li>
  );
}

/** The beginning of JSON may break off, and is shown as it is. */
function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
