import type { QueueView } from '@hanasu/contract/admin';
import { ActionIcon, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../shell/components/DataTable.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { queuesQuery, useRetryQueue } from '../admin.queries.ts';

/** What waits, since when, and what failed. */
export function QueuesTab() {
  const { t } = useWords();
  const queues = useQuery(queuesQuery);
  if (queues.isError) return <FaultNotice error={queues.error} onRetry={() => void queues.refetch()} />;
  if (!queues.data) return <Skeleton height={280} radius="lg" aria-hidden />;
  return (
    <Stack gap="md">
      <DataTable label={t('admin.tabs.queues')}>
        <thead>
          <tr>
            <th scope="col">{t('admin.queues.name')}</th>
            <th scope="col" data-number>
              {t('admin.queues.waiting')}
            </th>
            <th scope="col" data-minor>
              {t('admin.queues.oldest')}
            </th>
            <th scope="col" data-number>
              {t('admin.queues.failed')}
            </th>
            <th scope="col" data-fit aria-label={t('admin.queues.retry')} />
          </tr>
        </thead>
        <tbody>
          {queues.data.items.map((queue) => (
            <QueueRow key={queue.name} queue={queue} />
          ))}
        </tbody>
      </DataTable>
      <Text size="sm" c="dimmed">
        {t('admin.queues.help')}
      </Text>
    </Stack>
  );
}

function QueueRow({ queue: { name, waiting, oldestAt, failed } }: { queue: QueueView }) {
  const { t } = useWords();
  const format = useFormat();
  const retry = useRetryQueue();
  const label = t(`admin.queues.names.${name}`);
  const tryAgain = () =>
    retry.mutate(name, {
      onSuccess: ({ retried }) =>
        void toasts.add({
          title: t('admin.queues.retried', { count: retried, number: format.number(retried) }),
        }),
    });
  const oldest = oldestAt ? format.ago(oldestAt) : null;
  return (
    <tr>
      <td>
        <span className={cellClasses.main}>{label}</span>
        {oldest && (
          <Text component="span" hiddenFrom="sm" className={cellClasses.sub}>
            {t('admin.queues.since', { when: oldest })}
          </Text>
        )}
      </td>
      <td data-number>{format.number(waiting)}</td>
      <td data-minor>{oldest ?? '–'}</td>
      <td data-number>{format.number(failed)}</td>
      <td data-fit>
        {failed > 0 && (
          <ActionIcon
            variant="default"
            size={34}
            loading={retry.isPending}
            onClick={tryAgain}
            aria-label={`${t('admin.queues.retry')}: ${label}`}
            title={t('admin.queues.retry')}
          >
            <Icon name="rotate-ccw" />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
