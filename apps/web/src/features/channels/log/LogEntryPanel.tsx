import { replayEvent, resendCall } from '@hanasu/contract/channel-log';
import { type ChannelId, ChannelLogId } from '@hanasu/contract/ids';
import { Button, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { deliveryReason } from '../../../entities/channel/delivery-reason.ts';
import { useOperationWords } from '../../../entities/channel/use-operation-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from '../Channels.module.css';
import { logEntryQuery, useReplayEvent, useResendCall } from './channel-log.queries.ts';
import { LogOutcome } from './LogOutcome.tsx';

interface LogEntryPanelProps {
  channel: ChannelId;
  entry: string | undefined;
  onClose: () => void;
}

/** One line of the log with all that is known of it, beside the list. */
export function LogEntryPanel({ channel, entry, onClose }: LogEntryPanelProps) {
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
