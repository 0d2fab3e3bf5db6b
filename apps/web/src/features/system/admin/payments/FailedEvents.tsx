import type { PaymentEventView } from '@hanasu/contract/admin-payments';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { cellClasses, DataTable } from '../../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../../shell/components/Pager.tsx';
import { Surface } from '../../../../shell/components/Surface.tsx';
import { toasts } from '../../../../shell/notifications/toasts.tsx';
import { failedEventsQuery, useReplayEvent } from './admin-payments.queries.ts';

interface FailedEventsProps {
  page: number;
  onPage: (page: number) => void;
}

/** Events of the gateway that failed or are not processed yet, the newest first. */
export function FailedEvents({ page, onPage }: FailedEventsProps) {
  const { t } = useWords();
  const events = useQuery(failedEventsQuery(page));
  const { items = [], total = 0, unmatched = 0, pageSize = 20 } = events.data ?? {};
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const isBehindLast = events.isSuccess && page > lastPage;
  useEffect(() => {
    // The events of the last page were processed.
    if (isBehindLast) onPage(lastPage);
  }, [isBehindLast, lastPage, onPage]);
  if (events.isError) return <ErrorNotice error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <Skeleton height={180} radius="lg" aria-hidden />;
  if (total === 0)
    return (
      <Surface>
        <EmptyState
          icon="check-circle-2"
          title={t('adminPayments.events.none')}
          text={t('adminPayments.events.noneText')}
        />
        <Unmatched count={unmatched} />
      </Surface>
    );
  return (
    <Stack gap="md">
      <EventTable items={items} />
      <Unmatched count={unmatched} />
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        label={t('adminPayments.events.title')}
        onPage={onPage}
      />
    </Stack>
  );
}

/** Counts events that are no fault of this server. */
function Unmatched({ count }: { count: number }) {
  const { t } = useWords();
  return count === 0 ? null : (
    <Text size="sm" c="dimmed">
      {t('adminPayments.events.unmatched', { count })}
    </Text>
  );
}

function EventTable({ items }: { items: readonly PaymentEventView[] }) {
  const { t } = useWords();
  return (
    <DataTable label={t('adminPayments.events.title')}>
      <thead>
        <tr>
          <th scope="col">{t('adminPayments.events.event')}</th>
          <th scope="col" data-minor>
            {t('adminPayments.events.received')}
          </th>
          <th scope="col">{t('adminPayments.events.problem')}</th>
          <th scope="col" data-minor>
            {t('adminPayments.events.account')}
          </th>
          <th scope="col" data-fit aria-label={t('adminPayments.events.replay')} />
        </tr>
      </thead>
      <tbody>
        {items.map((event) => (
          <EventRow key={`${event.gateway} ${event.id}`} event={event} />
        ))}
      </tbody>
    </DataTable>
  );
}

function EventRow({ event }: { event: PaymentEventView }) {
  const { t } = useWords();
  const format = useFormat();
  const problemOf = useProblem();
  const replay = useReplayEvent((after) => {
    if (after.state === 'processed')
      toasts.add({ title: t('adminPayments.events.processed', { id: after.id }), color: 'success' });
    else if (after.state === 'failed')
      toasts.add({ title: t('adminPayments.events.stillFailed', { id: after.id }), color: 'error' });
    else toasts.add({ title: t('adminPayments.events.stillWaiting', { id: after.id }), color: 'info' });
  });
  const account = event.payment?.account.name ?? null;
  return (
    <tr>
      <td style={{ overflowWrap: 'anywhere' }}>
        <span className={cellClasses.main}>{event.type}</span>
        <span className={cellClasses.sub}>{event.id}</span>
        <Text component="span" hiddenFrom="sm" className={cellClasses.sub}>
          {[format.ago(event.receivedAt), account].filter(Boolean).join(' · ')}
        </Text>
      </td>
      <td data-minor title={format.dateTime(event.receivedAt)}>
        {format.ago(event.receivedAt)}
      </td>
      <td style={{ overflowWrap: 'anywhere' }}>{problemOf(event)}</td>
      <td data-minor style={{ overflowWrap: 'anywhere' }}>
        {account ?? '–'}
        {event.payment && (
          <span className={cellClasses.sub}>
            {t('adminPayments.events.payment', { id: event.payment.uuid })}
          </span>
        )}
      </td>
      <td data-fit>
        <Button
          size="xs"
          variant="default"
          loading={replay.isPending}
          onClick={() => replay.mutate(event)}
          aria-label={`${t('adminPayments.events.replay')}: ${event.id}`}
        >
          {t('adminPayments.events.replay')}
        </Button>
      </td>
    </tr>
  );
}

function useProblem(): (event: PaymentEventView) => string {
  const { t } = useWords();
  return ({ problem }) =>
    problem === null
      ? t('adminPayments.events.waiting')
      : t(`adminPayments.events.problems.${problem.kind}`, { detail: problem.detail });
}
