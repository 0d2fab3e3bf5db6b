import { BROADCAST_REACTIONS } from '@hanasu/contract/broadcast-audience';
import {
  type BroadcastRecipient,
  exportBroadcastRecipients,
  type BroadcastReport as ReportNumbers,
} from '@hanasu/contract/broadcast-report';
import {
  type BroadcastView,
  pauseBroadcast,
  RECIPIENT_STATES,
  retryBroadcast,
  startBroadcast,
  stopBroadcast,
} from '@hanasu/contract/broadcasts';
import { Alert, Button, Group, Progress, Select, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { FirstWords } from '../../entities/message/FirstWords.tsx';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { cellClasses, DataTable } from '../../shell/components/DataTable.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../shell/components/Pager.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { AbResults } from './AbResults.tsx';
import { waitsForWinner } from './ab-variants.ts';
import { useChannelName, useReasonWords } from './BroadcastParts.tsx';
import { Comparison, Reactions } from './BroadcastReactions.tsx';
import classes from './Broadcasts.module.css';
import {
  BROADCASTS_PAGE_SIZE,
  recipientsQuery,
  reportQuery,
  useOrderBroadcast,
  useSaveRecipients,
} from './broadcasts.queries.ts';
import { useExpectedEnd } from './expected-end.ts';
import { PlatformSums } from './PlatformSums.tsx';
import { useZone } from './use-zone.ts';

const COUNTS = ['accepted', 'skipped', 'failed', 'unknown', 'open', 'cost'] as const;

/** How far it is, what became of it, and what can be done about it. */
export function BroadcastReport({ broadcast }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const format = useFormat();
  const { say } = useZone();
  const { data: report, dataUpdatedAt, error, refetch } = useQuery(reportQuery(broadcast.uuid));
  if (error && !report) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton height={260} radius="lg" aria-hidden />;
  const { open, reasons } = report;
  return (
    <Stack gap="lg">
      {broadcast.reason && (
        <Alert color={alertColor(broadcast)} role="status">
          {t(`broadcasts.why.${broadcast.reason}`)}
        </Alert>
      )}
      {report.quietUntil && (
        <Alert color="blue" role="status">
          {t('broadcasts.quietNow', { time: say(report.quietUntil) })}
        </Alert>
      )}
      <Surface>
        <Stack gap="md">
          {!broadcast.abTest && (
            <span>
              <FirstWords content={broadcast.content} />
            </span>
          )}
          <Stats>
            {COUNTS.map((each) => (
              <Stat key={each} label={t(`broadcasts.counts.${each}`)} value={format.number(report[each])} />
            ))}
          </Stats>
          <p className={classes.note}>
            <Icon name="info" size={14} /> {t('broadcasts.acceptedNote')}
          </p>
          {open > 0 && <SendingProgress broadcast={broadcast} report={report} at={dataUpdatedAt} />}
          <Orders broadcast={broadcast} hasFailed={report.failed > 0} />
        </Stack>
      </Surface>
      {broadcast.abTest && <AbResults broadcast={broadcast} />}
      <PlatformSums broadcast={broadcast} />
      {reasons.length > 0 && <Reasons reasons={reasons} />}
      <Reactions report={report} />
      <Recipients broadcast={broadcast} />
      <Comparison broadcast={broadcast} />
    </Stack>
  );
}

interface SendingProgressProps {
  broadcast: BroadcastView;
  report: ReportNumbers;
  /** When the numbers were counted. */
  at: number;
}

/** How many are done and, with a limit per hour, about when the last is. */
function SendingProgress({ broadcast, report: { people, open, reasons }, at }: SendingProgressProps) {
  const { t } = useWords();
  const format = useFormat();
  const { state, peoplePerHour: perHour, abTest, winner } = broadcast;
  const isTesting = abTest !== null && winner === null && waitsForWinner(abTest);
  // The others wait until they write.
  const due = open - reasons.reduce((sum, each) => (each.state === 'pending' ? sum + each.count : sum), 0);
  const isKnown = state === 'sending' && perHour !== null && due > 0 && !isTesting;
  const end = useExpectedEnd(isKnown ? { from: at, people: due, perHour } : null);
  const done = people - open;
  return (
    <div>
      <Progress value={people === 0 ? 100 : (100 * done) / people} aria-label={t('broadcasts.progress')} />
      <p className={classes.note} role="status">
        {t('broadcasts.progressOf', { done: format.number(done), total: format.number(people) })}
      </p>
      {end && <p className={classes.note}>{t('broadcasts.doneAt', { time: end })}</p>}
    </div>
  );
}

function Reasons({ reasons }: Pick<ReportNumbers, 'reasons'>) {
  const { t } = useWords();
  const format = useFormat();
  const reasonWords = useReasonWords();
  return (
    <Surface aria-label={t('broadcasts.reasons')}>
      <Stack gap="sm">
        <h2 className={classes.heading}>{t('broadcasts.reasons')}</h2>
        <ul className={classes.list}>
          {reasons.map(({ state, reason, count }) => (
            <li key={state + reason}>
              {t('broadcasts.reasonCount', { reason: reasonWords(reason), number: format.number(count) })}
              <small>{t(`broadcasts.recipientStates.${state}`)}</small>
            </li>
          ))}
        </ul>
      </Stack>
    </Surface>
  );
}

function Orders({
  broadcast: { uuid, name, state },
  hasFailed,
}: {
  broadcast: BroadcastView;
  hasFailed: boolean;
}) {
  const { t } = useWords();
  const order = useOrderBroadcast(uuid);
  const [isStopping, stopping] = useDisclosure(false);
  const isOpen = state === 'sending' || state === 'waiting' || state === 'paused';
  return (
    <>
      {order.error && !isStopping && (
        <Alert color="red" role="alert">
          {errorMessage(order.error)}
        </Alert>
      )}
      <Group gap="xs">
        {state === 'sending' && (
          <Can endpoint={pauseBroadcast}>
            <Button
              variant="default"
              leftSection={<Icon name="pause" size={14} />}
              loading={order.isPending}
              onClick={() => order.mutate('pause')}
            >
              {t('broadcasts.pause')}
            </Button>
          </Can>
        )}
        {state === 'paused' && (
          <Can endpoint={startBroadcast}>
            <Button
              leftSection={<Icon name="play" size={14} />}
              loading={order.isPending}
              onClick={() => order.mutate('start')}
            >
              {t('broadcasts.resume')}
            </Button>
          </Can>
        )}
        {isOpen && (
          <Can endpoint={stopBroadcast}>
            <Button
              variant="default"
              leftSection={<Icon name="square" size={14} />}
              disabled={order.isPending}
              onClick={stopping.open}
            >
              {t('broadcasts.stop')}
            </Button>
          </Can>
        )}
        {(state === 'sent' || state === 'waiting') && hasFailed && (
          <Can endpoint={retryBroadcast}>
            <Button
              variant="default"
              leftSection={<Icon name="refresh-cw" size={14} />}
              loading={order.isPending}
              onClick={() => order.mutate('retry')}
            >
              {t('broadcasts.retry')}
            </Button>
          </Can>
        )}
      </Group>
      <ConfirmDelete
        opened={isStopping}
        onClose={() => {
          stopping.close();
          order.reset();
        }}
        title={t('broadcasts.stopTitle', { name })}
        action={t('broadcasts.stop')}
        pending={order.isPending}
        error={order.error}
        onConfirm={() => order.mutate('stop', { onSuccess: stopping.close })}
      >
        {t('broadcasts.stopText')}
      </ConfirmDelete>
    </>
  );
}

function Recipients({ broadcast }: { broadcast: BroadcastView }) {
  const { uuid, state: during, linkTracking } = broadcast;
  const { t, locale } = useWords();
  const [state, setState] = useState<(typeof RECIPIENT_STATES)[number] | null>(null);
  const [chosenReaction, setReaction] = useState('all');
  const [page, setPage] = useState(1);
  const kinds = BROADCAST_REACTIONS.filter((kind) => kind !== 'clicked' || linkTracking === 'person');
  const offered = kinds.flatMap((kind) => [
    { kind, reacted: 'true' as const, label: t(`broadcasts.reactions.did.${kind}`) },
    { kind, reacted: 'false' as const, label: t(`broadcasts.reactions.didNot.${kind}`) },
  ]);
  const reaction = offered.find(({ label }) => label === chosenReaction) ?? null;
  const { data, error, refetch } = useQuery(recipientsQuery(uuid, { during, state, reaction, page }));
  const save = useSaveRecipients(broadcast, locale);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <h2 className={classes.heading}>{t('broadcasts.recipients')}</h2>
        <Can endpoint={exportBroadcastRecipients}>
          <Button
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            {t('broadcasts.saveFile')}
          </Button>
        </Can>
      </Group>
      <div className={classes.choices}>
        <Select
          label={t('broadcasts.state')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('broadcasts.allStates') },
            ...RECIPIENT_STATES.map((each) => ({
              value: each as string,
              label: t(`broadcasts.recipientStates.${each}`),
            })),
          ]}
          value={state ?? 'all'}
          onChange={(chosen) => {
            setState(RECIPIENT_STATES.find((each) => each === chosen) ?? null);
            setPage(1);
          }}
        />
        <Select
          label={t('broadcasts.reactions.title')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('broadcasts.allStates') },
            ...offered.map(({ label }) => ({ value: label, label })),
          ]}
          value={chosenReaction}
          onChange={(chosen) => {
            setReaction(chosen ?? 'all');
            setPage(1);
          }}
        />
      </div>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState icon="users" title={t('broadcasts.noRecipients')} />}
      {data && data.items.length > 0 && <RecipientTable items={data.items} />}
      <Pager
        page={page}
        pageSize={BROADCASTS_PAGE_SIZE}
        total={data?.total ?? 0}
        label={t('broadcasts.recipients')}
        onPage={setPage}
      />
    </Stack>
  );
}

function RecipientTable({ items }: { items: readonly BroadcastRecipient[] }) {
  const { t } = useWords();
  const format = useFormat();
  const nameOf = useFriendName();
  const channelName = useChannelName();
  const reasonWords = useReasonWords();
  return (
    <DataTable label={t('broadcasts.recipients')}>
      <thead>
        <tr>
          <th>{t('broadcasts.name')}</th>
          <th>{t('broadcasts.state')}</th>
          <th data-minor>{t('broadcasts.when')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ customerUuid, name, channelUuid, state: each, reason, at, reactions }, index) => (
          <tr key={customerUuid ?? index}>
            <td>
              {customerUuid ? (
                <Link to="/Customer/$id" params={{ id: customerUuid }} className={cellClasses.main}>
                  {nameOf(name)}
                </Link>
              ) : (
                t('broadcasts.goneCustomer')
              )}
              <div className={cellClasses.sub}>{channelName(channelUuid)}</div>
            </td>
            <td>
              {t(`broadcasts.recipientStates.${each}`)}
              {reason && <div className={cellClasses.sub}>{reasonWords(reason)}</div>}
              {reactions.length > 0 && (
                <div className={cellClasses.sub}>
                  {reactions.map((kind) => t(`broadcasts.reactions.did.${kind}`)).join(' · ')}
                </div>
              )}
            </td>
            <td data-minor>{at ? format.dateTime(at) : '—'}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

/** A pause or a stop by a member of the team is no warning. */
function alertColor({ state, reason }: Pick<BroadcastView, 'state' | 'reason'>): string {
  if (state === 'failed') return 'red';
  return reason === 'by_person' ? 'gray' : 'orange';
}
