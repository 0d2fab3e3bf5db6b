import type { ChannelView } from '@hanasu/contract/channels';
import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { channelsQuery } from '../channels.queries.ts';
import classes from '../components/settings/Settings.module.css';
import { SettingsForm } from '../components/settings/SettingsForm.tsx';
import { settingsQuery } from '../settings.queries.ts';

/** How each channel behaves; the address says which. */
export function SettingsPage() {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(channelsQuery);
  return (
    <PageFrame title={t('channelSettings.title')} purpose={t('channelSettings.purpose')}>
      {error && !data && <FaultNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} radius="lg" aria-hidden />}
      {data && (data.items.length > 0 ? <OneChannel channels={data.items} /> : <NoChannel />)}
    </PageFrame>
  );
}

function NoChannel() {
  const { t } = useWords();
  return (
    <EmptyState
      icon="settings"
      title={t('channelSettings.none')}
      text={t('channelSettings.noneText')}
      action={
        <Button renderRoot={(props) => <Link to="/Channel" {...props} />}>
          {t('channelSettings.toChannels')}
        </Button>
      }
    />
  );
}

function OneChannel({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { channel: wanted } = useSearch({ from: '/_default/Channel/setting' });
  const channel = channels.find(({ uuid }) => uuid === wanted) ?? channels[0];
  if (!channel) return null;
  return (
    <>
      <Select
        className={classes.choice}
        label={t('channelSettings.channel')}
        data={channels.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        value={channel.uuid}
        allowDeselect={false}
        searchable={channels.length > 8}
        onChange={(uuid) => uuid && void navigate({ to: '/Channel/setting', search: { channel: uuid } })}
      />
      <Settings key={channel.uuid} channel={channel} others={channels.filter((one) => one !== channel)} />
    </>
  );
}

function Settings({ channel, others }: { channel: ChannelView; others: readonly ChannelView[] }) {
  const { data, error, refetch } = useQuery(settingsQuery(channel.uuid));
  if (data) return <SettingsForm channel={channel} saved={data} others={others} />;
  if (error) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={420} radius="lg" aria-hidden />;
}
