import { createSandboxChannel } from '@hanasu/contract/channels';
import { Button, Group, Menu, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChannelMark } from '../../entities/channel/ChannelMark.tsx';
import { type CHANNEL_KINDS, kindOf, kindsFor } from '../../entities/channel/channel-kinds.ts';
import { channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { useWords } from '../../i18n/use-words.ts';
import { Can, ViewOnlyNotice } from '../../shell/components/Can.tsx';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { BackLink } from '../../shell/layout/BackLink.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { ChannelRow } from './ChannelRow.tsx';
import classes from './Channels.module.css';
import { CreateSandbox } from './CreateSandbox.tsx';

const ConnectGuide = lazy(() =>
  import('./guides/ConnectGuide.tsx').then(({ ConnectGuide: Guide }) => ({ default: Guide })),
);

const SANDBOX = 'sandbox';

export function ChannelsPage() {
  const { connect } = useSearch({ from: '/_default/Channel/' });
  const kind = kindOf(connect);
  if (kind?.manifest.connect === 'built-in') return <Navigate to="/Channel/embed" replace />;
  return kind ? <ConnectPage kind={kind} /> : <Overview isAddingSandbox={connect === SANDBOX} />;
}

function Overview({ isAddingSandbox }: { isAddingSandbox: boolean }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/Channel/' });
  const channels = useQuery(channelsQuery);
  const connect = (what: string | undefined) => void navigate({ search: { connect: what } });
  const items = channels.data?.items ?? [];
  return (
    <PageFrame
      title={t('channels.title')}
      purpose={t('channels.purpose')}
      actions={
        items.length > 0 && (
          <Can endpoint={createSandboxChannel}>
            <ConnectMenu onChoose={connect} />
          </Can>
        )
      }
    >
      {channels.isError && <ErrorNotice error={channels.error} onRetry={() => void channels.refetch()} />}
      {channels.isPending && <LoadingRows />}
      {channels.data && items.length === 0 && <FirstChannel onChoose={connect} />}
      <div className={classes.channels}>
        {items.map((channel) => (
          <ChannelRow key={channel.uuid} channel={channel} />
        ))}
      </div>
      <Can endpoint={createSandboxChannel}>
        {items.length > 0 && <Offers onChoose={connect} />}
        <CreateSandbox opened={isAddingSandbox} onClose={() => connect(undefined)} />
      </Can>
    </PageFrame>
  );
}

interface ChooseProps {
  onChoose: (what: string) => void;
}

function ConnectMenu({ onChoose }: ChooseProps) {
  const { t, locale } = useWords();
  const nameOf = useKindName();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<Icon name="plus" />} rightSection={<Icon name="chevron-down" size={14} />}>
          {t('channels.connect')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kindsFor(locale).map(({ manifest }) => (
          <Menu.Item
            key={manifest.kind}
            leftSection={<Icon name="plug" />}
            onClick={() => onChoose(manifest.kind)}
          >
            {nameOf(manifest.kind)}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Icon name="flask-conical" />} onClick={() => onChoose(SANDBOX)}>
          {t('channels.sandboxChannel')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What else can be connected, below what is. */
function Offers({ onChoose }: ChooseProps) {
  const { t, locale } = useWords();
  const nameOf = useKindName();
  return (
    <section className={classes.offers} aria-labelledby="offers-title">
      <h2 id="offers-title" className={classes.sectionTitle}>
        {t('channelPage.offers')}
      </h2>
      <div className={classes.offerList}>
        {kindsFor(locale).map(({ manifest }) => (
          <Button
            key={manifest.kind}
            variant="default"
            leftSection={<ChannelMark kind={manifest.kind} />}
            onClick={() => onChoose(manifest.kind)}
          >
            {nameOf(manifest.kind)}
          </Button>
        ))}
        <Button
          variant="default"
          leftSection={<Icon name="flask-conical" />}
          onClick={() => onChoose(SANDBOX)}
        >
          {t('channels.sandboxChannel')}
        </Button>
      </div>
    </section>
  );
}

/** The sandbox first: it works at once, and a real account can follow when the answers are good. */
function FirstChannel({ onChoose }: ChooseProps) {
  const { t, locale } = useWords();
  const nameOf = useKindName();
  return (
    <Surface>
      <EmptyState
        drawing="channel"
        title={t('channels.empty')}
        text={t('channels.emptyText')}
        action={
          <Can endpoint={createSandboxChannel}>
            <Group justify="center" gap="xs">
              <Button leftSection={<Icon name="flask-conical" />} onClick={() => onChoose(SANDBOX)}>
                {t('channels.trySandbox')}
              </Button>
              {kindsFor(locale).map(({ manifest }) => (
                <Button
                  key={manifest.kind}
                  variant="default"
                  leftSection={<Icon name="plug" />}
                  onClick={() => onChoose(manifest.kind)}
                >
                  {t('channels.connectKind', { name: nameOf(manifest.kind) })}
                </Button>
              ))}
            </Group>
          </Can>
        }
      />
    </Surface>
  );
}

const LoadingRows = () => (
  <div className={classes.channels} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} height={64} my={4} radius="sm" />
    ))}
  </div>
);

type Kind = (typeof CHANNEL_KINDS)[number];

/** How long it takes, and what is left to do by hand. */
function purposeOf({ capabilities }: Kind['manifest']) {
  return capabilities.setsWebhook ? 'channels.connectPurpose' : 'channelPage.connectPurpose';
}

/** Connects a real account, led by the guide of its kind. */
function ConnectPage({ kind }: { kind: Kind }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const navigate = useNavigate();
  const { manifest } = kind;
  return (
    <PageFrame
      title={t('channels.connectKind', { name: nameOf(manifest.kind) })}
      purpose={t(purposeOf(manifest))}
      above={<BackLink to="/Channel">{t('channels.title')}</BackLink>}
    >
      <Suspense
        fallback={
          <Stack aria-hidden>
            <Skeleton height={120} radius="lg" />
            <Skeleton height={220} radius="lg" />
          </Stack>
        }
      >
        <Can endpoint={createSandboxChannel} otherwise={<ViewOnlyNotice />}>
          <ConnectGuide
            kind={manifest.kind}
            onConnected={(id) => void navigate({ to: '/Channel/Instance/$id', params: { id: id as never } })}
          />
        </Can>
      </Suspense>
    </PageFrame>
  );
}
