import {
  type ChannelLogEntry,
  LOG_RESULTS,
  replayEvent,
  replayFailedEvents,
  resendCall,
} from '@hanasu/contract/channel-log';
import type { ChannelView } from '@hanasu/contract/channels';
import { type ChannelId, ChannelLogId } from '@hanasu/contract/ids';
import { Button, Drawer, Group, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { deliveryReason } from '../../../entities/channel/delivery-reason.ts';
import { useOperationWords } from '../../../entities/channel/use-operation-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { DataTable } from '../../../shell/components/DataTable.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from '../Channels.module.css';
import {
  LOG_PAGE_SIZE,
  logEntryQuery,
  logQuery,
  useReplayEvent,
  useReplayFailed,
  useResendCall,
} from './channel-log.queries.ts';

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

interface LogEntryPanelProps {
  channel: ChannelId;
  entry: string | undefined;
  onClose: () => void;
}

/** One line of the log with all that is known of it, beside the list. */
function LogEntryPanel({ channel, entry, onClose }: LogEntryPanelProps) {
  const { t } = useWords();
  const id = ChannelLogId.safeParse(entry);
  return (
    <Drawer
      opened={id.success}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('channelLog.entry')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {id.success && <Content channel={channel} id={id.data} />}
    </Drawer>
  );
}

type Entry = NonNullable<ReturnType<typeof useEntry>['data']>;
const useEntry = (channel: ChannelId, id: ChannelLogId) => useQuery(logEntryQuery(channel, id));

function Content({ channel, id }: { channel: ChannelId; id: ChannelLogId }) {
  const { data: entry, error, refetch } = useEntry(channel, id);
  if (error && !entry) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!entry) return <Skeleton height={320} radius="lg" aria-hidden />;
  return (
    <Stack gap="lg">
      <Facts entry={entry} />
      <Actions channel={channel} entry={entry} />
      <Payload payload={entry.payload} />
    </Stack>
  );
}

/** In words, with the name that a developer looks for. */
const Named = ({ words, code }: { words: string; code: string }) => (
  <>
    {words !== code && `${words} `}
    <code>{code}</code>
  </>
);

function Facts({ entry }: { entry: Entry }) {
  const { t } = useWords();
  const format = useFormat();
  const wordsOf = useOperationWords();
  const reason = deliveryReason(entry.reason);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('channelLog.columns.what'),
      <Named key="operation" words={wordsOf(entry.operation)} code={entry.operation} />,
    ],
    [t('channelLog.direction'), t(`channelLog.directions.${entry.direction}`)],
    [t('channelLog.result'), <LogOutcome key="result" entry={entry} />],
    [t('channelLog.columns.at'), format.dateTime(entry.at)],
    [t('channelLog.columns.took'), entry.durationMs === null ? null : format.duration(entry.durationMs)],
    [
      t('channelLog.reason'),
      entry.reason && (
        <Named
          key="reason"
          words={reason ? t(`channel.deliveryReasons.${reason}`) : entry.reason}
          code={entry.reason}
        />
      ),
    ],
    [t('channelLog.detail'), entry.detail],
    [t('channelLog.vendorId'), entry.vendorId && <code>{entry.vendorId}</code>],
  ];
  return (
    <dl className={classes.details}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Actions({ channel, entry }: { channel: ChannelId; entry: Entry }) {
  const { t } = useWords();
  const replay = useReplayEvent(channel);
  const resend = useResendCall(channel);
  const { conversationUuid, uuid } = entry;
  return (
    <Group gap="xs">
      {entry.canReplay && (
        <Can endpoint={replayEvent}>
          <Button
            variant="default"
            leftSection={<Icon name="rotate-ccw" />}
            loading={replay.isPending}
            title={t('channelLog.replayText')}
            onClick={() =>
              replay.mutate(uuid, { onSuccess: () => toasts.add({ title: t('channelLog.replayed') }) })
            }
          >
            {t('channelLog.replay')}
          </Button>
        </Can>
      )}
      {entry.canResend && (
        <Can endpoint={resendCall}>
          <Button
            variant="default"
            leftSection={<Icon name="send" />}
            loading={resend.isPending}
            onClick={() =>
              resend.mutate(uuid, { onSuccess: () => toasts.add({ title: t('channelLog.resent') }) })
            }
          >
            {t('channelLog.resend')}
          </Button>
        </Can>
      )}
      {conversationUuid && (
        <Button
          variant="default"
          leftSection={<Icon name="message-square" />}
          renderRoot={(props) => (
            <Link to="/Channel/conversation/$id" params={{ id: conversationUuid }} {...props} />
          )}
        >
          {t('channelLog.conversation')}
        </Button>
      )}
    </Group>
  );
}

function Payload({ payload }: { payload: unknown }) {
  const { t } = useWords();
  const isKept = payload !== null && payload !== undefined;
  return (
    <section aria-labelledby="payload-title">
      <h3 id="payload-title" className={classes.sectionTitle}>
        {t('channelLog.payload')}
      </h3>
      <p className={classes.sectionText}>
        {isKept ? t('channelLog.payloadText') : t('channelLog.noPayload')}
      </p>
      {isKept && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <pre className={classes.code} tabIndex={0}>
          {JSON.stringify(payload, null, 2)}
        </pre>
      )}
    </section>
  );
}

function LogOutcome({ entry: { result } }: { entry: Pick<ChannelLogEntry, 'result'> }) {
  const { t } = useWords();
  return (
    <span className={classes.outcome} data-result={result}>
      {t(`channelLog.results.${result}`)}
    </span>
  );
}
