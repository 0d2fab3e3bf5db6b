import { type ChannelView, type ConnectOutcome, reconnectChannel } from '@hanasu/contract/channels';
import { Alert, Button } from '@mantine/core';
import { useReconnect } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/Icon.tsx';
import { toasts } from '../../shell/toasts.tsx';
import classes from './Channels.module.css';

/** Goes on to the vendor's page where its permission is needed; otherwise says that it is done. */
export function concludeConnecting(outcome: ConnectOutcome, done: string): void {
  if (outcome.kind === 'permission') window.location.assign(outcome.url);
  else toasts.add({ title: done }, 'reconnect');
}

/** One click, with what is stored. */
export function ReconnectButton({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const reconnect = useReconnect(channel.uuid);
  return (
    <Can endpoint={reconnectChannel}>
      <Button
        className={classes.above ?? ''}
        size="xs"
        leftSection={<Icon name="refresh-cw" size={14} />}
        loading={reconnect.isPending || reconnect.data?.kind === 'permission'}
        onClick={() =>
          reconnect.mutate(undefined, {
            onSuccess: (outcome) => concludeConnecting(outcome, t('channelPage.reconnected')),
          })
        }
      >
        {t('channelPage.reconnect')}
      </Button>
    </Can>
  );
}

/** Says what a lapsing or lost access means, and mends it. */
export function AccessNotice({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const name = useKindName()(channel.kind);
  const { access, accessLapsesAt } = channel.health;
  if (access === 'ok') return null;
  if (access === 'unreadable') {
    return (
      <Alert color="red" icon={<Icon name="triangle-alert" size={18} />} className={classes.above ?? ''}>
        <p className={classes.noticeText}>{t('channelPage.unreadableText', { name })}</p>
      </Alert>
    );
  }
  const isLost = access === 'lost' || accessLapsesAt === null;
  return (
    <Alert
      color={isLost ? 'red' : 'yellow'}
      icon={<Icon name="triangle-alert" size={18} />}
      className={classes.above ?? ''}
    >
      <p className={classes.noticeText}>
        {isLost
          ? t('channelPage.lostText', { name })
          : t('channelPage.lapsingText', { when: format.dateTime(accessLapsesAt) })}
      </p>
      <ReconnectButton channel={channel} />
    </Alert>
  );
}
