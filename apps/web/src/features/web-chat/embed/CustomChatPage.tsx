import { updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { botQuery, botsQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { CanEdit } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import classes from './Embed.module.css';
import { embedQuery } from './embed.queries.ts';
import { LookForm } from './LookForm.tsx';

/** How a bot's chat looks on web sites; which bot stands in the address. */
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
      actions={
        <Button variant="default" renderRoot={(props) => <Link to="/Channel/embed" {...props} />}>
          {t('webChannel.sites')}
        </Button>
      }
    >
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
      {bots.data && !chosen && (
        <Surface>
          <EmptyState
            icon="palette"
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
      {chosen && (
        <>
          <Group mb="md" align="flex-end">
            <Select
              label={t('webChannel.bot')}
              data={items.map(({ uuid, name }) => ({ value: uuid as string, label: name }))}
              value={chosen.uuid}
              allowDeselect={false}
              searchable
              onChange={(bot) => void navigate({ search: { bot: bot ?? undefined }, replace: true })}
            />
          </Group>
          <Look key={chosen.uuid} botUuid={chosen.uuid} />
        </>
      )}
    </PageFrame>
  );
}

function Look({ botUuid }: { botUuid: BotId }) {
  const { t } = useWords();
  const setting = useQuery(embedQuery(botUuid));
  const bot = useQuery(botQuery(botUuid));
  if (setting.isError) return <ErrorNotice error={setting.error} onRetry={() => void setting.refetch()} />;
  if (!setting.data || !bot.data) return <Skeleton height={320} radius="lg" aria-hidden />;
  return (
    <CanEdit endpoint={updateEmbedSetting}>
      {!setting.data.enabled && (
        <Alert color="yellow" mb="md">
          {t('webChannel.off')}{' '}
          <Link to="/Bot/$id" params={{ id: botUuid }} search={{ tab: 'publish' }}>
            {t('webChannel.switchOn')}
          </Link>
        </Alert>
      )}
      <Surface>
        <div className={classes.frame}>
          <LookForm setting={setting.data} bot={bot.data} />
        </div>
      </Surface>
    </CanEdit>
  );
}
