import type { BroadcastCheck, BroadcastView } from '@hanasu/contract/broadcasts';
import type { FriendView } from '@hanasu/contract/friends';
import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { kindOf } from '../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useFriendName } from '../../entities/contact/use-friend-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { variantName } from './ab-variants.ts';
import classes from './Broadcasts.module.css';
import {
  testFriendsQuery,
  useOrderBroadcast,
  useScheduleBroadcast,
  useTestBroadcast,
} from './broadcasts.queries.ts';
import { useExpectedEnd } from './expected-end.ts';
import { useSampleWarnings } from './use-sample-warnings.ts';
import { useZone } from './use-zone.ts';

/** What is confirmed before it is done. */
export type Asked = 'send' | 'test' | 'schedule' | null;

interface SendDialogProps {
  broadcast: BroadcastView;
  asked: Asked;
  check: BroadcastCheck | undefined;
  onClose: () => void;
}

/** Confirms the chosen action, with the fields that it needs. */
export function SendDialog({ broadcast, asked, check, onClose }: SendDialogProps) {
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
  const warnings = useSampleWarnings(broadcast);
  const { count, channels, variants } = check;
  const cost = format.number(channels.reduce((sum, channel) => sum + channel.cost, 0));
  return (
    <Stack gap="md">
      <span>{t('broadcasts.confirmPeople', { count, number: format.number(count), cost })}</span>
      {broadcast.peoplePerHour !== null && (
        <Limit
          perHour={broadcast.peoplePerHour}
          // The end is not known before the winner of a test is chosen.
          people={variants.some((each) => each.variant === null && each.count > 0) ? null : count}
        />
      )}
      {channels.some(({ isShort }) => isShort) && <Alert color="orange">{t('broadcasts.short')}</Alert>}
      {warnings.length > 0 && (
        <Alert color="orange">
          <ul className={classes.list}>
            {warnings.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Alert>
      )}
      <span>{t('broadcasts.confirmFinal')}</span>
      <DialogFoot error={order.error} onClose={onClose}>
        <Button loading={order.isPending} onClick={() => order.mutate('start')}>
          {t('broadcasts.sendNow')}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

/** How fast it goes at most and, where `people` is known, about when the last of them gets it. */
function Limit({ perHour, people }: { perHour: number; people: number | null }) {
  const { t } = useWords();
  const format = useFormat();
  const [from] = useState(() => Date.now());
  const end = useExpectedEnd(people === null ? null : { from, people, perHour });
  return (
    <div>
      <p className={classes.text}>
        {t('broadcasts.limit', { count: perHour, number: format.number(perHour) })}
      </p>
      {end && <p className={classes.text}>{t('broadcasts.doneAt', { time: end })}</p>}
    </div>
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

/** What a test costs and looks like. */
function TestNote({ channelUuids }: Pick<BroadcastView, 'channelUuids'>) {
  const { t } = useWords();
  const { data } = useQuery(channelsQuery);
  const isCounted = data?.items.some(
    ({ uuid, kind }) => channelUuids.includes(uuid) && kindOf(kind)?.manifest.capabilities.quota,
  );
  return (
    <div>
      <p className={classes.text}>{t('broadcasts.testText')}</p>
      {isCounted && <p className={classes.text}>{t('broadcasts.testQuota')}</p>}
    </div>
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
      <TestNote channelUuids={chosen ? [chosen.channel.uuid] : broadcast.channelUuids} />
      <Select
        data-autofocus
        label={t('broadcasts.testFriend')}
        searchable
        data={offered.map((friend) => ({ value: friend.uuid as string, label: label(friend) }))}
        filter={({ options }) => options}
        nothingFoundMessage={t('broadcasts.testNotFound')}
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
