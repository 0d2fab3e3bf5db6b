import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { botQuery, botsQuery } from '../../../entities/bot/bots.queries.ts';
import { channelsQuery } from '../../../entities/channel/channels.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { BackLink } from '../../../shell/layout/BackLink.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { embedQuery } from './embed.queries.ts';
import { WebChatSections } from './WebChatSections.tsx';

/** All of a bot's web chat: on or off, where, how it looks, and who is let in. Which bot stands in the address. */
export function CustomChatPage() {
  const { t } = useWords();
  const search = useSearch({ from: '/_default/Channel/custom_chat' });
  const navigate = useNavigate({ from: '/Channel/custom_chat' });
  const bots = useQuery(botsQuery());
  const items = bots.data?.items ?? [];
  const chosen = items.find(({ uuid }) => uuid === search.bot) ?? items[0];
  return (
    <PageFrame
      title={t('webChannel.title')}
      purpose={t('webChannel.purpose')}
      above={<BackLink to="/Channel">{t('webChannel.channels')}</BackLink>}
      actions={
        chosen && (
          <>
            <ToChannel botUuid={chosen.uuid} />
            {items.length > 1 && (
              <Select
                aria-label={t('webChannel.bot')}
                data={items.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
                value={chosen.uuid}
                allowDeselect={false}
                searchable
                onChange={(bot) => void navigate({ search: { bot: bot ?? undefined }, replace: true })}
              />
            )}
          </>
        )
      }
    >
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {bots.data && !chosen && (
        <Surface>
          <EmptyState
            drawing="channel"
            title={t('embed.noBots')}
            text={t('embed.noBotsText')}
            action={
              <Button renderRoot={(props) => <Link to="/Bot" search={{ create: true }} {...props} />}>
                {t('bot.create')}
              </Button>
            }
          />
        </Surface>
      )}
      {chosen && <Sections key={chosen.uuid} botUuid={chosen.uuid} />}
    </PageFrame>
  );
}

/** What it shares with the other channels: its log, how it behaves, its end. */
function ToChannel({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const { data } = useQuery(channelsQuery);
  const channel = data?.items.find((one) => one.kind === 'web' && one.botUuid === botUuid);
  if (!channel) return null;
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/Channel/Instance/$id" params={{ id: channel.uuid }} {...props} />}
    >
      {t('webChannel.toChannel')}
    </Button>
  );
}

function Sections({ botUuid }: { botUuid: BotId }) {
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  if (setting.isError) return <ErrorNotice error={setting.error} onRetry={() => void setting.refetch()} />;
  if (!setting.data || !bot.data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return (
    <CanEdit endpoint={updateEmbedSetting}>
      <WebChatSections setting={setting.data} bot={bot.data} />
    </CanEdit>
  );
}
