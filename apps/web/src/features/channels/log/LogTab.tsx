import { type ChannelLogEntry, LOG_RESULTS, replayFailedEvents } from '@hanasu/contract/channel-log';
import type { ChannelView } from '@hanasu/contract/channels';
import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOperationWords } from '../../../entities/channel/use-operation-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import classes from '../Channels.module.css';
import { LOG_PAGE_SIZE, logQuery, useReplayFailed } from './channel-log.queries.ts';
import { LogEntryPanel } from './LogEntryPanel.tsx';
import { LogOutcome } from './LogOutcome.tsx';

const PLACE = '/_default/Channel/Instance/$id/';

/** Every event and every call of a channel; filters, page and the open line stand in the address. */
export function LogTab({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/' });
  const { direction, result, page = 1, entry } = useSearch({ from: PLACE });
  const log = useQuery(logQuery(channel.uuid, { direction, result, page }));
  const open = (uuid: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, entry: uuid }), replace: true });
  const goTo = (next: number) =>
    void navigate({ search: (before) => ({ ...before, page: next === 1 ? undefined : next }) });
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title" className={classes.sectionTitle}>
        {t('channelLog.title')}
      </h2>
      <p className={classes.sectionText}>{t('channelLog.purpose')}</p>
      <Filters channel={channel} />
      {log.isError && <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {log.data?.total === 0 && <Nothing isFiltered={Boolean(direction || result)} />}
      {log.data && log.data.items.length > 0 && (
        <Surface flush>
          <Lines entries={log.data.items} onOpen={open} />
        </Surface>
      )}
      <div className={classes.pager}>
        <Pager
          page={page}
          pageSize={LOG_PAGE_SIZE}
          total={log.data?.total ?? 0}
          label={t('channelLog.pages')}
          onPage={goTo}
        />
      </div>
      <LogEntryPanel channel={channel.uuid} entry={entry} onClose={() => open(undefined)} />
    </section>
  );
}

function Filters({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/' });
  const { direction, result } = useSearch({ from: PLACE });
  const again = useReplayFailed(channel.uuid);
  const replay = () =>
    again.mutate(undefined, {
      onSuccess: ({ replayed }) =>
        toasts.add({
          title: replayed > 0 ? t('channelLog.applied', { count: replayed }) : t('channelLog.noneFailed'),
        }),
    });
  return (
    <div className={classes.filters}>
      <Select
        label={t('channelLog.direction')}
        data={(['all', 'in', 'out'] as const).map((each) => ({
          value: each,
          label: t(`channelLog.directions.${each}`),
        }))}
        value={direction ?? 'all'}
        allowDeselect={false}
        onChange={(value) => {
          const next = (['in', 'out'] as const).find((known) => known === value);
          void navigate({ search: { tab: 'log', direction: next, result } });
        }}
      />
      <Select
        label={t('channelLog.result')}
        data={(['all', ...LOG_RESULTS] as const).map((each) => ({
          value: each,
          label: t(`channelLog.results.${each}`),
        }))}
        value={result ?? 'all'}
        allowDeselect={false}
        onChange={(value) => {
          const next = LOG_RESULTS.find((known) => known === value);
          void navigate({ search: { tab: 'log', direction, result: next } });
        }}
      />
      <Can endpoint={replayFailedEvents}>
        <Button
          variant="default"
          leftSection={<Icon name="rotate-ccw" />}
          loading={again.isPending}
          title={t('channelLog.replayText')}
          onClick={replay}
        >
          {t('channelLog.applyFailed')}
        </Button>
      </Can>
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/' });
  if (!isFiltered) {
    return <EmptyState icon="history" title={t('channelLog.empty')} text={t('channelLog.emptyText')} />;
  }
  return (
    <EmptyState
      icon="search-x"
      title={t('channelLog.nothingFound')}
      text={t('channelLog.nothingFoundText')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { tab: 'log' } })}>
          {t('channelLog.clear')}
        </Button>
      }
    />
  );
}

function Lines({ entries, onOpen }: { entries: readonly ChannelLogEntry[]; onOpen: (uuid: string) => void }) {
  const { t } = useWords();
  const format = useFormat();
  const wordsOf = useOperationWords();
  return (
    <DataTable label={t('channelLog.title')}>
      <thead>
        <tr>
          <th scope="col">{t('channelLog.columns.what')}</th>
          <th scope="col" data-fit>
            {t('channelLog.columns.result')}
          </th>
          <th scope="col" data-fit>
            {t('channelLog.columns.at')}
          </th>
          <th scope="col" data-number data-fit data-minor>
            {t('channelLog.columns.took')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.uuid} className={classes.line} onClick={() => onOpen(entry.uuid)}>
            <td>
              <button type="button" className={classes.operation}>
                <Icon
                  name={entry.direction === 'in' ? 'inbox' : 'send'}
                  size={14}
                  label={t(`channelLog.directions.${entry.direction}`)}
                />
                {wordsOf(entry.operation)}
              </button>
            </td>
            <td data-fit>
              <LogOutcome entry={entry} />
            </td>
            <td data-fit>
              <time dateTime={entry.at} title={format.dateTime(entry.at)}>
                {format.ago(entry.at)}
              </time>
            </td>
            <td data-number data-fit data-minor>
              {entry.durationMs === null ? '' : format.duration(entry.durationMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
