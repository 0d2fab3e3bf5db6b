import type { ChannelView } from '@hanasu/contract/channels';
import { type FriendSyncView, reloadCustomers } from '@hanasu/contract/friends';
import { ActionIcon, Menu, Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useIsForbidden } from '../../shell/use-permission.ts';
import classes from './Friends.module.css';
import { useStartSync } from './friends.queries.ts';
import { SyncPanel } from './SyncPanel.tsx';

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
