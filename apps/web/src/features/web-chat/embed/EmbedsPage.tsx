import { type EmbedSummary, updateEmbedSetting } from '@hanasu/contract/embed';
import { Badge, Button, Skeleton, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { BackLink } from '../../../shell/layout/BackLink.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Embed.module.css';
import { embedsQuery, useUpdateEmbed } from './embed.queries.ts';

/** So many are seen at a glance. */
const FEW = 6;

/** Every bot with the sites it is on; each has a page of its own. */
export function EmbedsPage() {
  const { t } = useWords();
  const search = useSearch({ from: '/_default/Channel/embed' });
  const navigate = useNavigate({ from: '/Channel/embed' });
  const embeds = useQuery(embedsQuery(search));
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: { q: value || undefined }, replace: true });
  }, 250);
  const { data } = embeds;
  return (
    <PageFrame
      title={t('embed.pageTitle')}
      purpose={t('embed.pagePurpose')}
      above={<BackLink to="/Channel">{t('webChannel.channels')}</BackLink>}
    >
      {(search.q || (data?.total ?? 0) > FEW) && (
        <TextInput
          mb="md"
          maw={320}
          leftSection={<Icon name="search" />}
          placeholder={t('bot.searchLabel')}
          aria-label={t('bot.searchLabel')}
          defaultValue={search.q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {embeds.isError && <ErrorNotice error={embeds.error} onRetry={() => void embeds.refetch()} />}
      {embeds.isPending && <Skeleton height={220} radius="lg" aria-hidden />}
      {data && data.items.length === 0 && (
        <Surface>
          {search.q ? (
            <EmptyState icon="search-x" title={t('shell.nothingFound', { query: search.q })} />
          ) : (
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
          )}
        </Surface>
      )}
      {data && data.items.length > 0 && (
        <>
          <Surface flush>
            <ul className={classes.rows}>
              {data.items.map((embed) => (
                <EmbedRow key={embed.botUuid} embed={embed} />
              ))}
            </ul>
          </Surface>
          <Pager
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            label={t('embed.pageTitle')}
            onPage={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
          />
        </>
      )}
    </PageFrame>
  );
}

function EmbedRow({ embed }: { embed: EmbedSummary }) {
  const { t } = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { botUuid, name, enabled, sites, visitors } = embed;
  const update = useUpdateEmbed(botUuid);
  const turn = (isOn: boolean) =>
    update.mutate(
      { enabled: isOn },
      {
        // What comes next is to paste the code.
        onSuccess: () => isOn && void navigate({ to: '/Channel/custom_chat', search: { bot: botUuid } }),
        onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <li className={classes.row}>
      <span className={classes.rowName}>
        <Link to="/Channel/custom_chat" search={{ bot: botUuid }}>
          {name}
        </Link>
        {enabled && (
          <div className={classes.dim}>{sites.length > 0 ? sites.join(', ') : t('embed.noSites')}</div>
        )}
      </span>
      {enabled && (
        <span className={classes.dim}>
          {t('embed.visitors', { count: visitors, number: format.number(visitors) })}
        </span>
      )}
      <Can endpoint={updateEmbedSetting} otherwise={<OnOff isOn={enabled} />}>
        <Switch
          aria-label={t('webChannel.switchOf', { name })}
          checked={enabled}
          disabled={update.isPending}
          onChange={(event) => turn(event.currentTarget.checked)}
        />
      </Can>
    </li>
  );
}

function OnOff({ isOn }: { isOn: boolean }) {
  const { t } = useWords();
  return (
    <Badge
      color={isOn ? 'green' : 'gray'}
      leftSection={<Icon name={isOn ? 'globe' : 'circle-dashed'} size={12} />}
    >
      {t(isOn ? 'embed.on' : 'embed.off')}
    </Badge>
  );
}
