import type { ChannelView } from '@hanasu/contract/channels';
import { type FriendSyncView, reloadCustomers } from '@hanasu/contract/friends';
import { ActionIcon, Button, Menu, Modal, Progress, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { useIsForbidden } from '../../shell/use-permission.ts';
import classes from './Friends.module.css';
import { useResumeSync, useStartSync, useStopSync } from './friends.queries.ts';

interface SyncPanelProps {
  /** Those that tell who follows them. */
  channels: readonly ChannelView[];
  syncs: readonly FriendSyncView[];
}

/** How far each channel is in step with its vendor. */
export function SyncPanel({ channels, syncs }: SyncPanelProps) {
  const { t } = useWords();
  return (
    <Surface>
      <ul className={classes.syncs} aria-label={t('friends.syncs')}>
        {channels.map((channel) => (
          <li key={channel.uuid} className={classes.sync}>
            <SyncRow channel={channel} sync={syncs.find(({ channelUuid }) => channelUuid === channel.uuid)} />
          </li>
        ))}
      </ul>
    </Surface>
  );
}

const ICONS: Record<FriendSyncView['state'], IconName> = {
  running: 'loader',
  stopped: 'square',
  done: 'check-circle-2',
  failed: 'triangle-alert',
};

function SyncRow({ channel, sync }: { channel: ChannelView; sync: FriendSyncView | undefined }) {
  const { t } = useWords();
  return (
    <>
      <div className={classes.syncWords}>
        <div className={classes.syncHead}>
          <strong>{channel.name}</strong>
          {sync ? <SyncFacts sync={sync} /> : <span>{t('friends.neverSynced')}</span>}
        </div>
        {sync && <SyncProgress sync={sync} channel={channel.name} />}
        {sync?.state === 'failed' && (
          <p className={classes.reason} role="status">
            {sync.detail ? t('friends.failedBecause', { detail: sync.detail }) : t('friends.failedText')}
          </p>
        )}
      </div>
      <Can endpoint={reloadCustomers}>
        <SyncButtons channel={channel} sync={sync} />
      </Can>
    </>
  );
}

function SyncFacts({ sync }: { sync: FriendSyncView }) {
  const { t } = useWords();
  const format = useFormat();
  const { state, done, total, added, changed, endedAt } = sync;
  const number = format.number(done);
  return (
    <>
      <span className={classes.syncState} data-state={state}>
        <Icon name={ICONS[state]} size={13} /> {t(`friends.syncStates.${state}`)}
      </span>
      <span>
        {total === null || state === 'done'
          ? t('friends.read', { number })
          : t('friends.readOf', { number, total: format.number(total) })}
      </span>
      {added > 0 && <span>{t('friends.added', { number: format.number(added) })}</span>}
      {changed > 0 && <span>{t('friends.changed', { number: format.number(changed) })}</span>}
      {endedAt && (
        <time dateTime={endedAt} title={format.dateTime(endedAt)}>
          {format.ago(endedAt)}
        </time>
      )}
    </>
  );
}

function SyncProgress({ sync: { state, done, total }, channel }: { sync: FriendSyncView; channel: string }) {
  const { t } = useWords();
  if (state !== 'running') return null;
  const share = total ? Math.min(100, Math.round((done / total) * 100)) : 100;
  return (
    <Progress
      value={share}
      // How far is not known: something moves, nothing is claimed.
      animated={!total}
      size={4}
      aria-label={t('friends.progressOf', { channel })}
      transitionDuration={150}
    />
  );
}

function SyncButtons({ channel, sync }: { channel: ChannelView; sync: FriendSyncView | undefined }) {
  const { t } = useWords();
  const start = useStartSync();
  const stop = useStopSync();
  const resume = useResumeSync();
  const { name } = channel;
  if (sync?.state === 'running') {
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="pause" size={14} />}
        loading={stop.isPending}
        onClick={() => stop.mutate(sync.uuid)}
        aria-label={t('friends.stopOf', { channel: name })}
      >
        {t('friends.stop')}
      </Button>
    );
  }
  const isHalfway = sync?.state === 'stopped' || sync?.state === 'failed';
  return (
    <>
      {isHalfway && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="play" size={14} />}
          loading={resume.isPending}
          onClick={() => resume.mutate(sync.uuid)}
          aria-label={t('friends.goOnOf', { channel: name })}
        >
          {t('friends.goOn')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="refresh-cw" size={14} />}
        loading={start.isPending}
        onClick={() => start.mutate(channel.uuid)}
        aria-label={t('friends.syncOf', { channel: name })}
      >
        {isHalfway ? t('friends.fromTheStart') : t('friends.syncOne')}
      </Button>
    </>
  );
}

interface SyncProps {
  /** Those that tell who follows them. */
  channels: readonly ChannelView[];
  syncs: readonly FriendSyncView[];
}

/** What is needed now and then: reading the followers of channels anew, and how far that is. */
export function SyncMenu({ channels, syncs }: SyncProps) {
  const { t } = useWords();
  const [opened, dialog] = useDisclosure(false);
  const start = useStartSync();
  const mayNot = useIsForbidden(reloadCustomers);
  const isRunning = syncs.some(({ state }) => state === 'running');
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            loading={start.isPending}
            aria-label={t('friends.menu')}
            title={t('friends.menu')}
          >
            <Icon name="ellipsis" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!mayNot && (
            <Menu.Item
              leftSection={<Icon name="refresh-cw" />}
              disabled={isRunning}
              onClick={() => start.mutate(undefined)}
            >
              {t('friends.syncAll')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="list-checks" />} onClick={dialog.open}>
            {t('friends.syncs')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SyncDialog channels={channels} syncs={syncs} opened={opened} onClose={dialog.close} />
    </>
  );
}

function SyncDialog({
  channels,
  syncs,
  opened,
  onClose,
}: SyncProps & { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('friends.syncs')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <SyncPanel channels={channels} syncs={syncs} />
    </Modal>
  );
}

const byEnd = (one: FriendSyncView, other: FriendSyncView) =>
  (other.endedAt ?? '').localeCompare(one.endedAt ?? '');

/** The one thing worth a line: what is being read, else what failed, else when it was last read. */
export function lineOf(syncs: readonly FriendSyncView[]): FriendSyncView | undefined {
  const newest = syncs.toSorted(byEnd);
  return (
    newest.find(({ state }) => state === 'running') ??
    newest.find(({ state }) => state === 'failed' || state === 'stopped') ??
    newest[0]
  );
}

/** How far the list is in step with the channels, in one line; a press shows each channel. */
export function SyncLine({ channels, syncs }: SyncProps) {
  const { t } = useWords();
  const format = useFormat();
  const [opened, dialog] = useDisclosure(false);
  const sync = lineOf(syncs);
  const channel = channels.find(({ uuid }) => uuid === sync?.channelUuid)?.name;
  if (!sync || !channel) return null;
  const { state, done, total, endedAt } = sync;
  const number = format.number(done);
  const isCounting = state === 'running' && total !== null;
  return (
    <>
      <UnstyledButton className={classes.line} data-state={state} onClick={dialog.open}>
        <Icon
          name={state === 'done' ? 'check' : state === 'running' ? 'loader' : 'triangle-alert'}
          size={13}
        />
        <span role="status">
          {channel}: {t(`friends.syncStates.${state}`)}
          {' · '}
          {isCounting
            ? t('friends.readOf', { number, total: format.number(total) })
            : t('friends.read', { number })}
          {endedAt && ` · ${format.ago(endedAt)}`}
        </span>
      </UnstyledButton>
      <SyncDialog channels={channels} syncs={syncs} opened={opened} onClose={dialog.close} />
    </>
  );
}
