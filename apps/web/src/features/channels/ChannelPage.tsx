import { listChannelLog } from '@hanasu/contract/channel-log';
import {
  type ChannelStatus,
  type ChannelView,
  deleteChannel,
  getChannel,
  getSimulator,
  refreshQuota,
  updateChannel,
} from '@hanasu/contract/channels';
import { Badge, Button, Progress, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NotLive } from '../../entities/bot/NotLive.tsx';
import { isBuiltIn, kindOf } from '../../entities/channel/channel-kinds.ts';
import { channelQuery, usePauseChannel, useRefreshQuota } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { Can, ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { NotFoundPage } from '../../shell/error-pages/NotFoundPage.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import classes from './Channels.module.css';
import { CredentialsTab } from './CredentialsTab.tsx';
import { CHANNEL_TABS, type ChannelTab } from './channel-tabs.ts';
import { EndingTab } from './EndingTab.tsx';
import { Health } from './Health.tsx';
import { LogTab } from './log/LogTab.tsx';
import { AccessNotice, DisconnectedNotice } from './Reconnect.tsx';
import { AttentionNotice } from './WebhookCard.tsx';

const ICONS = {
  connected: 'check-circle-2',
  attention: 'triangle-alert',
  paused: 'pause',
  disconnected: 'circle-dashed',
} as const satisfies Record<ChannelStatus, IconName>;

/** State of a channel by word and shape. */
function ChannelStatusPill({ status }: { status: ChannelStatus }) {
  const { t } = useWords();
  return (
    <span className={classes.status} data-status={status}>
      <Icon name={ICONS[status]} size={13} /> {t(`channels.status.${status}`)}
    </span>
  );
}

const NEAR = 0.8;

/** What the vendor lets the account send this month, and what it has sent; nothing for those that don't count. */
function QuotaBar({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const refresh = useRefreshQuota(channel.uuid);
  if (!kindOf(channel.kind)?.manifest.capabilities.quota) return null;
  const { quota } = channel;
  const share = shareOf(quota);
  return (
    <div className={classes.quota}>
      <div className={classes.quotaWords}>
        <strong>{quota ? <Used quota={quota} /> : t('channelPage.quota.unknown')}</strong>
      </div>
      {share !== null && (
        <Progress
          value={Math.min(100, share * 100)}
          color={share >= 1 ? 'red' : share >= NEAR ? 'yellow' : 'green'}
          aria-label={t('channelPage.quota.title')}
        />
      )}
      <div className={classes.quotaWords}>
        <small>{quota && t('channelPage.quota.checked', { when: format.ago(quota.checkedAt) })}</small>
        <Can endpoint={refreshQuota}>
          <Button
            className={classes.above ?? ''}
            size="compact-xs"
            variant="subtle"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(undefined)}
          >
            {t('channelPage.quota.ask')}
          </Button>
        </Can>
      </div>
    </div>
  );
}

function Used({ quota: { used, limit } }: { quota: NonNullable<ChannelView['quota']> }) {
  const { t } = useWords();
  const format = useFormat();
  if (limit === null) return t('channelPage.quota.used', { used: format.number(used) });
  return t('channelPage.quota.usedOf', { used: format.number(used), limit: format.number(limit) });
}

/** How much of the quota is gone, from 0 to 1; null: there is no limit, or it isn't known. */
function shareOf(quota: ChannelView['quota']): number | null {
  if (quota === null || quota.limit === null) return null;
  return quota.limit === 0 ? 1 : quota.used / quota.limit;
}

/** What a quota that is nearly or wholly used up means. */
function QuotaHint({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const share = shareOf(channel.quota);
  if (share === null || share < NEAR) return null;
  return (
    <p className={classes.attention}>
      {share >= 1 ? t('channelPage.quota.spent') : t('channelPage.quota.near')}
    </p>
  );
}

export function ChannelPage() {
  const { t } = useWords();
  const { id } = useParams({ from: '/_default/Channel/Instance/$id/' });
  const { data: channel, error, refetch } = useQuery(channelQuery(id));
  if (isApiError(error, 'not_found')) return <NotFoundPage />;
  if (!channel) {
    return (
      <PageFrame title={t('channels.one')}>
        {error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
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
      <ChannelTabs channel={channel} />
    </PageFrame>
  );
}

const ENDPOINTS = {
  overview: getChannel,
  credentials: updateChannel,
  log: listChannelLog,
  quota: getChannel,
  disconnect: deleteChannel,
} as const satisfies Record<ChannelTab, unknown>;

/** What comes with the product has no credentials, and nobody counts what it sends. */
const tabsOf = ({ kind }: ChannelView): readonly ChannelTab[] =>
  isBuiltIn(kind) ? CHANNEL_TABS.filter((tab) => tab !== 'credentials' && tab !== 'quota') : CHANNEL_TABS;

/** The address says which part is open. */
function ChannelTabs({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/Instance/$id/' });
  const { tab: wanted = 'overview' } = useSearch({ from: '/_default/Channel/Instance/$id/' });
  const tabs = tabsOf(channel);
  const tab = tabs.includes(wanted) ? wanted : 'overview';
  const show = (value: string | null) => {
    const next = CHANNEL_TABS.find((known) => known === value);
    void navigate({ search: { tab: next === 'overview' ? undefined : next }, replace: true });
  };
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List aria-label={t('channelPage.tabsLabel')}>
        {tabs.map((each) => (
          <Can key={each} endpoint={ENDPOINTS[each]}>
            <Tabs.Tab value={each}>{t(`channelPage.tabs.${each}`)}</Tabs.Tab>
          </Can>
        ))}
      </Tabs.List>
      {tabs.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.tabPanel ?? ''}>
          <Can endpoint={ENDPOINTS[each]} otherwise={<ViewOnlyNotice />}>
            <Content tab={each} channel={channel} />
          </Can>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Content({ tab, channel }: { tab: ChannelTab; channel: ChannelView }) {
  switch (tab) {
    case 'overview':
      return <Overview channel={channel} />;
    case 'credentials':
      return <CredentialsTab channel={channel} />;
    case 'log':
      return <LogTab channel={channel} />;
    case 'quota':
      return <QuotaTab channel={channel} />;
    case 'disconnect':
      return <EndingTab channel={channel} />;
    default:
      return tab satisfies never;
  }
}

function Overview({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      {channel.status === 'disconnected' ? (
        <DisconnectedNotice channel={channel} />
      ) : (
        <>
          <NotLive botUuid={channel.botUuid} state={channel.answererState} />
          <AccessNotice channel={channel} />
        </>
      )}
      <SettingsSection title={t('channelPage.health.title')}>
        <Health channel={channel} />
        {channel.failedDeliveries + channel.unconfirmedDeliveries > 0 && (
          <p className={classes.hint}>
            {t('channels.failedHelp')}{' '}
            <Link
              to="/Message"
              search={{
                channel: channel.uuid,
                delivery: channel.failedDeliveries > 0 ? 'failed' : 'unconfirmed',
              }}
            >
              {t('channels.toInbox')}
            </Link>
          </p>
        )}
      </SettingsSection>
      <AttentionNotice channel={channel} />
      <ChannelSettings key={channel.uuid} channel={channel} />
      <SettingsSection title={t('channelPage.behaviour')} text={t('channelPage.behaviourText')}>
        <Button
          variant="default"
          leftSection={<Icon name="settings-2" />}
          renderRoot={(props) => <Link to="/Channel/setting" search={{ channel: channel.uuid }} {...props} />}
        >
          {t('channelPage.toBehaviour')}
        </Button>
      </SettingsSection>
    </Stack>
  );
}

function Facts({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  return (
    <span className={classes.facts}>
      <ChannelStatusPill status={channel.status} />
      <span>{nameOf(channel.kind)}</span>
      {channel.sandbox && <Badge color="gray">{t('shell.sandbox.pill')}</Badge>}
      {channel.displayName && channel.displayName !== channel.name && <span>{channel.displayName}</span>}
    </span>
  );
}

function Actions({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const pause = usePauseChannel(channel.uuid);
  const isPaused = channel.status === 'paused';
  if (channel.status === 'disconnected') return <ToInbox channel={channel} />;
  return (
    <>
      <Can endpoint={updateChannel}>
        <Button
          variant="default"
          leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
          loading={pause.isPending}
          title={t('channels.pauseHelp')}
          onClick={() => pause.mutate(!isPaused)}
        >
          {isPaused ? t('channels.resume') : t('channels.pause')}
        </Button>
      </Can>
      {channel.sandbox ? (
        <Can endpoint={getSimulator}>
          <Button
            leftSection={<Icon name="smartphone" />}
            renderRoot={(props) => (
              <Link to="/Channel/Instance/$id/simulator" params={{ id: channel.uuid }} {...props} />
            )}
          >
            {t('channels.openSimulator')}
          </Button>
        </Can>
      ) : (
        <ToInbox channel={channel} />
      )}
    </>
  );
}

function ToInbox({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  return (
    <Button
      leftSection={<Icon name="inbox" />}
      renderRoot={(props) => <Link to="/Message" search={{ channel: channel.uuid }} {...props} />}
    >
      {t('channels.toInbox')}
    </Button>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What may be sent and what it cost, and when people can be written to. */
function QuotaTab({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const format = useFormat();
  const name = useKindName()(channel.kind);
  const manifest = kindOf(channel.kind)?.manifest;
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      <SettingsSection title={t('channelPage.quota.title')}>
        {manifest?.capabilities.quota ? (
          <QuotaBar channel={channel} />
        ) : (
          <p className={classes.sectionText}>{t('channelPage.quota.none', { name })}</p>
        )}
        <QuotaHint channel={channel} />
      </SettingsSection>
      <SettingsSection title={t('channelPage.quota.paid')} text={t('channelPage.quota.paidText', { name })}>
        <strong className="numbers">{format.number(channel.paidThisMonth)}</strong>
      </SettingsSection>
      {manifest && <WindowCard name={name} manifest={manifest} />}
    </Stack>
  );
}

type Manifest = NonNullable<ReturnType<typeof kindOf>>['manifest'];

function WindowCard({ name, manifest }: { name: string; manifest: Manifest }) {
  const { t } = useWords();
  const format = useFormat();
  const { window: period } = manifest.limits;
  return (
    <SettingsSection title={t('channelPage.quota.window')}>
      <ul className={classes.plain}>
        {manifest.capabilities.replyToken && <li>{t('channelPage.quota.replyFree')}</li>}
        {period === null && <li>{t('channelPage.quota.noWindow', { name })}</li>}
        {period && (
          <li>{t('channelPage.quota.windowFree', { hours: format.number(period.freeMs / HOUR_MS) })}</li>
        )}
        {period && (
          <li>
            {t('channelPage.quota.windowOpen', { days: format.number(Math.round(period.openMs / DAY_MS)) })}
          </li>
        )}
      </ul>
    </SettingsSection>
  );
}
