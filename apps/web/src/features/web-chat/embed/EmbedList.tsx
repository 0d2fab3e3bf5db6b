import { type EmbedSummary, updateEmbedSetting } from '@hanasu/contract/embed';
import type { BotId } from '@hanasu/contract/ids';
import { Badge, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import classes from './Embed.module.css';
import { embedsQuery, useUpdateEmbed } from './embed.queries.ts';

/** So many are seen at a glance; more have pages and a search. */
const FEW = 6;

interface EmbedListProps {
  /** Whose chat is set up below. */
  chosen: BotId | undefined;
  q: string | undefined;
  page: number | undefined;
  onSearch: (q: string | undefined) => void;
  onPage: (page: number) => void;
}

/** Every bot with the state of its chat and the sites it is on; nothing where there is only one. */
export function EmbedList({ chosen, q, page, onSearch, onPage }: EmbedListProps) {
  const { t } = useWords();
  const { data, error, refetch } = useQuery(embedsQuery({ q, page, pageSize: FEW }));
  const setQ = useDebouncedCallback((value: string) => onSearch(value || undefined), 250);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data || (data.total < 2 && !q)) return null;
  return (
    <section aria-label={t('webChannel.bot')} className={classes.list}>
      {(q || data.total > FEW) && (
        <TextInput
          mb="xs"
          maw={320}
          leftSection={<Icon name="search" />}
          placeholder={t('bot.searchLabel')}
          aria-label={t('bot.searchLabel')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {data.items.length === 0 ? (
        <p className={classes.dim}>{t('shell.nothingFound', { query: q ?? '' })}</p>
      ) : (
        <ul className={classes.rows}>
          {data.items.map((embed) => (
            <EmbedRow
              key={embed.botUuid}
              embed={embed}
              isChosen={embed.botUuid === chosen}
              search={{ bot: embed.botUuid, q, page }}
            />
          ))}
        </ul>
      )}
      <Pager
        page={data.page}
        pageSize={data.pageSize}
        total={data.total}
        label={t('webChannel.bot')}
        onPage={onPage}
      />
    </section>
  );
}

interface EmbedRowProps {
  embed: EmbedSummary;
  isChosen: boolean;
  /** The page with this bot chosen. */
  search: { bot: BotId; q: string | undefined; page: number | undefined };
}

function EmbedRow({ embed, isChosen, search }: EmbedRowProps) {
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
        onSuccess: () => isOn && void navigate({ to: '/Channel/custom_chat', search }),
        onError: (error) => toasts.add({ title: errorMessage(error), color: 'error' }),
      },
    );
  return (
    <li className={classes.row} data-chosen={isChosen || undefined}>
      <span className={classes.rowName}>
        <Link
          to="/Channel/custom_chat"
          search={search}
          {...(isChosen ? { 'aria-current': 'true' as const } : {})}
        >
          {name}
        </Link>
        <OnOff isOn={enabled} />
        {enabled && (
          <div className={classes.dim}>{sites.length > 0 ? sites.join(', ') : t('embed.noSites')}</div>
        )}
      </span>
      {enabled && (
        <span className={classes.dim}>
          {t('embed.visitors', { count: visitors, number: format.number(visitors) })}
        </span>
      )}
      <Can endpoint={updateEmbedSetting}>
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
      ml={8}
      color={isOn ? 'green' : 'gray'}
      leftSection={<Icon name={isOn ? 'globe' : 'circle-dashed'} size={12} />}
    >
      {t(isOn ? 'embed.on' : 'embed.off')}
    </Badge>
  );
}
