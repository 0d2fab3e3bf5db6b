import { type ChannelView, deleteChannel, getSimulator, updateChannel } from '@hanasu/contract/channels';
import { Badge, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { isFault } from '../../../shell/api-fault.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { NotFoundPage } from '../../../shell/components/NotFoundPage.tsx';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { channelQuery, usePauseChannel } from '../channels.queries.ts';
import { Health } from '../components/ChannelCard.tsx';
import { ChannelSettings } from '../components/ChannelSettings.tsx';
import { ChannelStatusPill } from '../components/ChannelStatusPill.tsx';
import classes from '../components/Channels.module.css';
import { DisconnectCard } from '../components/DisconnectCard.tsx';
import { WebhookCard } from '../components/WebhookCard.tsx';
import { kindName } from '../manifests.ts';

export function ChannelPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Channel/Instance/$id/' });
  const { data: channel, error, refetch } = useQuery(channelQuery(id));
  if (isFault(error, 'not_found')) return <NotFoundPage />;
  if (!channel) {
    return (
      <PageFrame title={t('channels.one')}>
        {error ? (
          <FaultNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="lg" aria-hidden />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title={channel.name}
      purpose={<Facts channel={channel} />}
      actions={<Actions channel={channel} />}
    >
      <Stack gap="md" className={classes.page ?? ''}>
        <Surface>
          <Health channel={channel} />
          {channel.failedDeliveries > 0 && (
            <p className={classes.hint}>
              {t('channels.failedHelp')}{' '}
              <Link to="/Message" search={{ channel: channel.uuid }}>
                {t('channels.toInbox')}
              </Link>
            </p>
          )}
        </Surface>
        <ChannelSettings key={channel.uuid} channel={channel} />
        <WebhookCard channel={channel} />
        <OnlyFor endpoint={deleteChannel}>
          <DisconnectCard channel={channel} />
        </OnlyFor>
      </Stack>
    </PageFrame>
  );
}

function Facts({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  return (
    <span className={classes.facts}>
      <ChannelStatusPill status={channel.status} />
      <span>{kindName(channel.kind)}</span>
      {channel.sandbox && <Badge color="gray">{t('shell.sandbox.pill')}</Badge>}
      {channel.displayName && channel.displayName !== channel.name && <span>{channel.displayName}</span>}
    </span>
  );
}

function Actions({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const pause = usePauseChannel(channel.uuid);
  const isPaused = channel.status === 'paused';
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="settings" />}
        renderRoot={(props) => <Link to="/Channel/setting" search={{ channel: channel.uuid }} {...props} />}
      >
        {t('channels.settings')}
      </Button>
      <OnlyFor endpoint={updateChannel}>
        <Button
          variant="default"
          leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
          loading={pause.isPending}
          title={t('channels.pauseHelp')}
          onClick={() => pause.mutate(!isPaused)}
        >
          {isPaused ? t('channels.resume') : t('channels.pause')}
        </Button>
      </OnlyFor>
      {channel.sandbox ? (
        <OnlyFor endpoint={getSimulator}>
          <Button
            leftSection={<Icon name="smartphone" />}
            renderRoot={(props) => (
              <Link to="/Channel/Instance/$id/simulator" params={{ id: channel.uuid }} {...props} />
            )}
          >
            {t('channels.openSimulator')}
          </Button>
        </OnlyFor>
      ) : (
        <Button
          leftSection={<Icon name="inbox" />}
          renderRoot={(props) => <Link to="/Message" search={{ channel: channel.uuid }} {...props} />}
        >
          {t('channels.toInbox')}
        </Button>
      )}
    </>
  );
}
