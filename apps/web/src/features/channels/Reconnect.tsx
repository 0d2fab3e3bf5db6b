import {
  type ChannelView,
  type ConnectOutcome,
  reconnectChannel,
  replaceCredentials,
} from '@hanasu/contract/channels';
import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useReconnect } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
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
      <VendorMessage channel={channel} />
      <ReconnectButton channel={channel} />
    </Alert>
  );
}

/** Nothing is received or sent, and how that changes. */
export function DisconnectedNotice({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const name = useKindName()(channel.kind);
  return (
    <Alert
      color="gray"
      icon={<Icon name="circle-dashed" size={18} />}
      title={t('channels.status.disconnected')}
    >
      <p className={classes.noticeText}>
        {channel.sandbox ? t('channelPage.ending.sandboxIs') : t('channelPage.ending.is', { name })}
      </p>
      {channel.sandbox ? (
        <ReconnectButton channel={channel} />
      ) : (
        <Can endpoint={replaceCredentials}>
          <Button
            size="xs"
            leftSection={<Icon name="plug" size={14} />}
            renderRoot={(props) => (
              <Link
                to="/Channel/Instance/$id"
                params={{ id: channel.uuid }}
                search={{ tab: 'credentials' }}
                {...props}
              />
            )}
          >
            {t('channelPage.ending.again')}
          </Button>
        </Can>
      )}
    </Alert>
  );
}

/** What the vendor said when it gave no new access. */
export function VendorMessage({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const name = useKindName()(channel.kind);
  if (channel.vendorMessage === null) return null;
  return (
    <p className={classes.hint}>
      {t('channelPage.vendorSaid', { name })}{' '}
      <span className={classes.vendorWords}>{channel.vendorMessage}</span>
    </p>
  );
}
