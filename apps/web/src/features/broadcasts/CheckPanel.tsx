import {
  type BroadcastCheck,
  type BroadcastView,
  scheduleBroadcast,
  startBroadcast,
  testBroadcast,
} from '@hanasu/contract/broadcasts';
import type { FriendView } from '@hanasu/contract/friends';
import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { variantName } from './ab-variants.ts';
import { CheckLinks } from './BroadcastLinks.tsx';
import classes from './Broadcasts.module.css';
import {
  testFriendsQuery,
  useCheckBroadcast,
  useOrderBroadcast,
  useScheduleBroadcast,
  useTestBroadcast,
} from './broadcasts.queries.ts';
import { CheckResult } from './CheckResult.tsx';
import { useZone } from './use-zone.ts';

interface CheckPanelProps {
  broadcast: BroadcastView;
  isDirty: boolean;
  /** Saves what is not saved yet; false: it could not be. */
  flush: () => Promise<boolean>;
}
type Asked = 'send' | 'test' | 'schedule' | null;

/** Who would get it and what it costs, and from there the ways to send it. */
export function CheckPanel({ broadcast, isDirty, flush }: CheckPanelProps) {
  const { t } = useWords();
  const check = useCheckBroadcast(broadcast.uuid);
  const [asked, setAsked] = useState<Asked>(null);
  const [seen, setSeen] = useState<number | null>(null);
  const [isUnfinished, setUnfinished] = useState(false);
  const forget = useEffectEvent(check.reset);
  // What was found of an earlier message says nothing of this one.
  useEffect(() => {
    if (isDirty) forget();
  }, [isDirty]);
  const look = async (): Promise<BroadcastCheck | null> => {
    // A number that can't be read is not saved, and the field says so.
    const isFaulty = focusFault();
    if (isFaulty || !(await flush())) {
      setUnfinished(isFaulty || focusFault());
      return null;
    }
    setUnfinished(false);
    try {
      const found = await check.mutateAsync(undefined);
      setSeen(Date.now());
      return found;
    } catch {
      return null;
    }
  };
  /** Nothing is asked for that can't be sent; why is said here. */
  const ask = async (what: Exclude<Asked, null>) => {
    const found = await look();
    if (found && (found.isReady || (what === 'test' && found.problems.length === 0))) setAsked(what);
  };
  return (
    <Surface aria-label={t('broadcasts.check')}>
      <Stack gap="md">
        <h2 className={classes.heading}>{t('broadcasts.check')}</h2>
        <Standing broadcast={broadcast} />
        <p className={classes.note}>{t('broadcasts.checkText')}</p>
        {isUnfinished && (
          <Alert color="red" role="alert">
            {t('broadcasts.unfinishedFields')}
          </Alert>
        )}
        {check.error && (
          <Alert color="red" role="alert">
            {errorMessage(check.error)}
          </Alert>
        )}
        {check.data && !isDirty && <CheckLinks check={check.data} linkTracking={broadcast.linkTracking} />}
        {check.data && !isDirty && <CheckResult check={check.data} abTest={broadcast.abTest} />}
        <Button
          variant="default"
          leftSection={<Icon name="refresh-cw" size={14} />}
          loading={check.isPending}
          onClick={() => void look()}
        >
          {t(seen === null ? 'broadcasts.checkAction' : 'broadcasts.checkAgain')}
        </Button>
        <Ways broadcast={broadcast} isBusy={check.isPending} flush={flush} onAsk={(what) => void ask(what)} />
      </Stack>
      <Dialog broadcast={broadcast} asked={asked} check={check.data} onClose={() => setAsked(null)} />
    </Surface>
  );
}

/** Focuses the first invalid field; false: there is none. */
function focusFault(): boolean {
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
  field?.focus();
  return field !== null;
}

interface AskedProps {
  broadcast: BroadcastView;
  asked: Asked;
  check: BroadcastCheck | undefined;
  onClose: () => void;
}

/** Confirms the chosen action, with the fields that it needs. */
function Dialog({ broadcast, asked, check, onClose }: AskedProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      centered
      title={
        asked === 'send'
          ? t('broadcasts.confirmTitle', { name: broadcast.name })
          : t(asked === 'test' ? 'broadcasts.test' : 'broadcasts.schedule')
      }
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {asked === 'send' && check && <ConfirmSend broadcast={broadcast} check={check} onClose={onClose} />}
      {asked === 'schedule' && <ScheduleFields broadcast={broadcast} onClose={onClose} />}
      {asked === 'test' && <TestFields broadcast={broadcast} onClose={onClose} />}
    </Modal>
  );
}

interface WaysProps extends Pick<CheckPanelProps, 'broadcast' | 'flush'> {
  isBusy: boolean;
  onAsk: (what: 'send' | 'test' | 'schedule') => void;
}

/** The ways to send it. */
function Ways({ broadcast, isBusy, flush, onAsk }: WaysProps) {
  const { t } = useWords();
  const scheduling = useScheduleBroadcast(broadcast.uuid);
  return (
    <>
      {scheduling.error && (
        <Alert color="red" role="alert">
          {errorMessage(scheduling.error)}
        </Alert>
      )}
      <Can endpoint={testBroadcast}>
        <Button variant="default" disabled={isBusy} onClick={() => onAsk('test')}>
          {t('broadcasts.test')}
        </Button>
      </Can>
      <Can endpoint={scheduleBroadcast}>
        {broadcast.state === 'scheduled' ? (
          <Button
            variant="default"
            loading={scheduling.isPending}
            onClick={() => void flush().then((isSaved) => isSaved && scheduling.mutate(null))}
          >
            {t('broadcasts.unschedule')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<Icon name="calendar-clock" size={14} />}
            disabled={isBusy}
            onClick={() => onAsk('schedule')}
          >
            {t('broadcasts.schedule')}
          </Button>
        )}
      </Can>
      <Can endpoint={startBroadcast}>
        <Button leftSection={<Icon name="send" size={14} />} disabled={isBusy} onClick={() => onAsk('send')}>
          {t('broadcasts.sendNow')}
        </Button>
      </Can>
    </>
  );
}

/** When it will start, or why it did not. */
function Standing({ broadcast: { state, reason, startAt } }: { broadcast: BroadcastView }) {
  const { t } = useWords();
  const inZone = useZone();
  return (
    <>
      {state === 'scheduled' && startAt && (
        <Alert color="blue">{t('broadcasts.scheduledFor', { time: inZone.say(startAt) })}</Alert>
      )}
      {state === 'draft' && reason && <Alert color="orange">{t(`broadcasts.why.${reason}`)}</Alert>}
    </>
  );
}

interface DialogProps {
  broadcast: BroadcastView;
  onClose: () => void;
}

export function DialogFoot({
  error,
  onClose,
  children,
}: {
  error: unknown;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    <>
      {error ? (
        <Alert color="red" role="alert">
          {errorMessage(error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        {children}
      </Group>
    </>
  );
}

function ConfirmSend({ broadcast, check, onClose }: DialogProps & { check: BroadcastCheck }) {
  const { t } = useWords();
  const format = useFormat();
  const order = useOrderBroadcast(broadcast.uuid);
  const { count, channels } = check;
  const cost = format.number(channels.reduce((sum, channel) => sum + channel.cost, 0));
  return (
    <Stack gap="md">
      <span>{t('broadcasts.confirmPeople', { count, number: format.number(count), cost })}</span>
      {channels.some(({ isShort }) => isShort) && <Alert color="orange">{t('broadcasts.short')}</Alert>}
      <span>{t('broadcasts.confirmFinal')}</span>
      <DialogFoot error={order.error} onClose={onClose}>
        <Button loading={order.isPending} onClick={() => order.mutate('start')}>
          {t('broadcasts.sendNow')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

function ScheduleFields({ broadcast, onClose }: DialogProps) {
  const { t } = useWords();
  const { zone, momentOf } = useZone();
  const [local, setLocal] = useState('');
  const [isChecked, setChecked] = useState(false);
  const schedule = useScheduleBroadcast(broadcast.uuid);
  const isPast = local === '' || momentOf(local).getTime() <= Date.now();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isPast) schedule.mutate(momentOf(local).toISOString(), { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          data-autofocus
          type="datetime-local"
          label={t('broadcasts.scheduleAt')}
          description={t('broadcasts.scheduleZone', { zone })}
          value={local}
          error={isChecked && isPast && t('broadcasts.schedulePast')}
          onChange={(event) => setLocal(event.currentTarget.value)}
        />
        <DialogFoot error={schedule.error} onClose={onClose}>
          <Button type="submit" loading={schedule.isPending}>
            {t('broadcasts.schedule')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

const SEARCH_MS = 250;
function TestFields({ broadcast, onClose }: DialogProps) {
  const { t } = useWords();
  const nameOf = useFriendName();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<FriendView | null>(null);
  const [q] = useDebouncedValue(typed, SEARCH_MS);
  const label = ({ name, channel }: FriendView) => `${nameOf(name)} · ${channel.name}`;
  // What stands in the field is the chosen one, not a search.
  const friends = useQuery(testFriendsQuery(chosen && q === label(chosen) ? '' : q));
  const [variant, setVariant] = useState(0);
  const test = useTestBroadcast(broadcast.uuid);
  const found = (friends.data ?? []).filter(({ channel }) => broadcast.channelUuids.includes(channel.uuid));
  const offered = chosen && !found.some(({ uuid }) => uuid === chosen.uuid) ? [chosen, ...found] : found;
  return (
    <Stack gap="md">
      <span>{t('broadcasts.testText')}</span>
      <Select
        data-autofocus
        label={t('broadcasts.testFriend')}
        searchable
        data={offered.map((friend) => ({ value: friend.uuid as string, label: label(friend) }))}
        filter={({ options }) => options}
        nothingFoundMessage={t('broadcasts.testNotFound')}
        comboboxProps={{ withinPortal: false }}
        value={chosen?.uuid ?? null}
        onSearchChange={setTyped}
        onChange={(uuid) => {
          setChosen(offered.find((friend) => friend.uuid === uuid) ?? null);
          test.reset();
        }}
      />
      {broadcast.abTest && (
        <Select
          label={t('broadcasts.ab.variants')}
          allowDeselect={false}
          data={broadcast.abTest.shares.map((_, at) => ({
            value: String(at),
            label: t('broadcasts.ab.variant', { name: variantName(at) }),
          }))}
          comboboxProps={{ withinPortal: false }}
          value={String(variant)}
          onChange={(to) => {
            setVariant(Number(to ?? 0));
            test.reset();
          }}
        />
      )}
      {test.isSuccess && chosen && (
        <span role="status">{t('broadcasts.testSent', { name: nameOf(chosen.name) })}</span>
      )}
      <DialogFoot error={test.error ?? friends.error} onClose={onClose}>
        <Button
          disabled={!chosen}
          loading={test.isPending}
          onClick={() => chosen && test.mutate({ friendUuid: chosen.uuid, variant })}
        >
          {t('broadcasts.test')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
