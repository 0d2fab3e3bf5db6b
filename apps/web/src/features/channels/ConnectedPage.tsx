import { type ChannelView, finishConnecting } from '@hanasu/contract/channels';
import { Button, Group, Loader } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { channelQuery, channelsQuery } from '../../entities/channel/channels.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../../shell/api/api-client.ts';
import { isApiError } from '../../shell/api/api-error.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { toasts } from '../../shell/toasts.tsx';
import classes from './Channels.module.css';

/** Back from the vendor: uses the permission once, and goes on to the channel. */
export function ConnectedPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const query = vendorQuery(useSearch({ from: '/_default/Channel/connected' }));
  const onDone = (channel: ChannelView) => {
    toasts.add({ title: t('channelPage.connected.done', { name: channel.name }) }, 'connected');
    void navigate({
      to: '/Channel/Instance/$id',
      params: { id: channel.uuid },
      search: { tab: 'credentials' },
      replace: true,
    });
  };
  return (
    <PageFrame title={t('channelPage.connected.title')}>
      <Finishing query={query} onDone={onDone} />
    </PageFrame>
  );
}

interface FinishingProps {
  query: Record<string, string>;
  onDone: (channel: ChannelView) => void;
}

export function Finishing({ query, onDone }: FinishingProps) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const { data: channel, error, isFetching, refetch } = useQuery(finishingQuery(query));
  const isTold = useRef(false);
  useEffect(() => {
    if (!channel || isTold.current) return;
    isTold.current = true;
    queryClient.setQueryData(channelQuery(channel.uuid).queryKey, channel);
    void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
    onDone(channel);
  }, [channel, queryClient, onDone]);
  if (Object.keys(query).length === 0) return <Nothing />;
  if (error && !isFetching) return <Refusal error={error} onAgain={() => void refetch()} />;
  return (
    <Surface>
      <p className={classes.working} role="status">
        <Loader size="sm" aria-hidden /> {t('channelPage.connected.working')}
      </p>
    </Surface>
  );
}

function Nothing() {
  const { t } = useWords();
  return (
    <Surface>
      <EmptyState
        icon="plug"
        title={t('channelPage.connected.nothing')}
        text={t('channelPage.connected.nothingText')}
        action={<ToChannels />}
      />
    </Surface>
  );
}

const REFUSALS = {
  channel_permission_refused: 'refused',
  channel_permission_unknown: 'unknown',
  channel_other_account: 'otherAccount',
  channel_exists: 'exists',
  channel_vendor_unreachable: 'unreachable',
} as const;

/** What happened, and what to do. Only where nobody answered does it help to ask again. */
function Refusal({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useWords();
  const code = isApiError(error) ? error.code : '';
  const refusal = Object.entries(REFUSALS).find(([known]) => known === code)?.[1];
  const isFinal = refusal !== undefined && refusal !== 'unreachable';
  return (
    <Surface>
      <div role="alert">
        <EmptyState
          icon="triangle-alert"
          title={refusal ? t(`channelPage.connected.${refusal}`) : t('channelPage.connected.other')}
          text={refusal ? t(`channelPage.connected.${refusal}Text`) : errorMessage(error)}
          action={
            <Group justify="center" gap="xs">
              {!isFinal && <Button onClick={onAgain}>{t('channelPage.connected.again')}</Button>}
              <ToChannels />
            </Group>
          }
        />
      </div>
    </Surface>
  );
}

function ToChannels() {
  const { t } = useWords();
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/Channel" {...props} />}>
      {t('channelPage.connected.restart')}
    </Button>
  );
}

/** What the vendor appended to the address, as texts; the last of each name counts. */
export function vendorQuery(search: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(search).flatMap(([name, given]) => {
    const value: unknown = Array.isArray(given) ? given.at(-1) : given;
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
  return Object.fromEntries(texts);
}

/**
 * The permission can be used once only, so this is asked once for one address: not again when the page is drawn twice,
 * looked at again or comes back online.
 */
const finishingQuery = (query: Record<string, string>) =>
  queryOptions({
    queryKey: ['channel-connected', query],
    // Without the signal: it goes on when the page is drawn anew.
    queryFn: () => call(finishConnecting, { body: { query } }),
    enabled: Object.keys(query).length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
