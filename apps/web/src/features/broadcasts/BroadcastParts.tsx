import type { BroadcastState, BroadcastView } from '@hanasu/contract/broadcasts';
import { deleteBroadcast } from '@hanasu/contract/broadcasts';
import type { ChannelView } from '@hanasu/contract/channels';
import type { ChannelId } from '@hanasu/contract/ids';
import { ActionIcon, Badge } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { deliveryReason } from '../../entities/channel/delivery-reason.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { useDeleteBroadcast } from './broadcasts.queries.ts';

const LOOKS = {
  draft: { color: 'gray', icon: 'circle-dashed' },
  scheduled: { color: 'blue', icon: 'calendar-clock' },
  sending: { color: 'blue', icon: 'send' },
  waiting: { color: 'blue', icon: 'flask-conical' },
  paused: { color: 'orange', icon: 'pause' },
  stopped: { color: 'gray', icon: 'square' },
  sent: { color: 'green', icon: 'check' },
  failed: { color: 'red', icon: 'triangle-alert' },
} as const satisfies Record<BroadcastState, { color: string; icon: IconName }>;

export function BroadcastBadge({ state }: { state: BroadcastState }) {
  const { t } = useWords();
  const { color, icon } = LOOKS[state];
  return (
    <Badge color={color} leftSection={<Icon name={icon} size={12} />} style={{ flexShrink: 0 }}>
      {t(`broadcasts.states.${state}`)}
    </Badge>
  );
}

export function useChannelName(): (uuid: ChannelId) => string {
  const { t } = useWords();
  const { data } = useQuery(channelsQuery);
  return (uuid) =>
    data?.items.find((channel) => channel.uuid === uuid)?.name ?? (data ? t('broadcasts.goneChannel') : '…');
}

const EXCLUDED = [
  'blocked',
  'unsubscribed',
  'no_consent',
  'window_closed',
  'frequency_cap',
  'later',
  'no_chat',
  'channel_disconnected',
  'too_many_messages',
  'reached_elsewhere',
] as const;
const OTHERS = ['gone', 'value_missing', 'nothing_said', 'stopped', 'partly_sent'] as const;

/** Reason why a customer got nothing, or would get nothing. */
export function useReasonWords(): (reason: string) => string {
  const { t } = useWords();
  return (reason) => {
    const excluded = EXCLUDED.find((known) => known === reason);
    if (excluded) return t(`broadcasts.excludedReasons.${excluded}`);
    const delivery = deliveryReason(reason);
    if (delivery) return t(`channel.deliveryReasons.${delivery}`).replace(/[.。]$/, '');
    return t(`broadcasts.otherReasons.${OTHERS.find((known) => known === reason) ?? 'other'}`);
  };
}

/** Not while it is being sent: it has to be stopped first. */
export function DeleteAction({
  broadcast: { uuid, name, state },
  onDeleted,
}: {
  broadcast: BroadcastView;
  onDeleted?: () => void;
}) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const remove = useDeleteBroadcast();
  if (state === 'sending' || state === 'waiting' || state === 'paused') return null;
  return (
    <Can endpoint={deleteBroadcast}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`${t('broadcasts.delete')}: ${name}`}
        onClick={dialog.open}
      >
        <Icon name="trash-2" />
      </ActionIcon>
      <ConfirmDelete
        opened={isAsking}
        onClose={() => {
          dialog.close();
          remove.reset();
        }}
        title={t('broadcasts.deleteTitle', { name })}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(uuid, {
            onSuccess: () => {
              dialog.close();
              toasts.add({ title: t('broadcasts.deleted', { name }) });
              onDeleted?.();
            },
          })
        }
      >
        {t('broadcasts.deleteText')}
      </ConfirmDelete>
    </Can>
  );
}

export const takesBroadcasts = ({ status }: Pick<ChannelView, 'status'>): boolean =>
  status !== 'disconnected';
