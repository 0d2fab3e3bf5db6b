import { createBot } from '@hanasu/contract/bots';
import { Button, Group, NativeSelect, SegmentedControl, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { botActivityQuery, botsQuery } from '../../../entities/bot/bots.queries.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { PageFrame } from '../../../shell/layout/PageFrame.tsx';
import { useRowsMark } from '../../../shell/mark-rows.ts';
import { useEver } from '../../../shell/use-ever.ts';
import { arrangeBots, BOT_SORTS, isIn, STATE_FILTERS } from './arrange-bots.ts';
import classes from './BotCard.module.css';
import { BotCard } from './BotCard.tsx';

/** Fetched when they are first opened: the list does without the form libraries. */
const CreateBot = lazy(async () => ({ default: (await import('../create/CreateBot.tsx')).CreateBot }));
const ImportBot = lazy(async () => ({ default: (await import('../ImportBot.tsx')).ImportBot }));

/** With fewer bots there is nothing to look for. */
const TOOLS_FROM = 4;

export function BotsPage() {
  const { t, locale } = useWords();
  const { q, create, knowledge, state, sort = 'busy' } = useSearch({ from: '/_default/Bot/' });
  const navigate = useNavigate({ from: '/Bot/' });
  const bots = useQuery(botsQuery(q));
  const activity = useQuery(botActivityQuery);
  const setCreate = (open: boolean) =>
    void navigate({
      search: (old) => ({ ...old, create: open || undefined, knowledge: undefined }),
      replace: !open,
    });
  const [isImporting, importing] = useDisclosure(false);
  const isCreateThere = useEver(create === true);
  const isImportThere = useEver(isImporting);
  // Then it stands below the drawing.
  const isEmpty = bots.data?.items.length === 0 && !q;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
      {t('bot.create')}
    </Button>
  );
  const buttons = (
    <Can endpoint={createBot}>
      <Group gap="xs">
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={importing.open}>
          {t('botEditor.import')}
        </Button>
        {!isEmpty && add}
      </Group>
    </Can>
  );
  const items = bots.data?.items ?? [];
  useRowsMark(items.length > 0);
  const counts = new Map(activity.data?.items.map((one) => [one.botUuid as string, one]));
  const shown = arrangeBots(items, { state, sort, activity: counts, locale });
  return (
    <PageFrame title={t('bots.title')} purpose={t('bots.purpose')} actions={buttons}>
      {(items.length >= TOOLS_FROM || q || state) && <Tools bots={items} />}
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <LoadingShops />}
      {isEmpty && (
        <EmptyState
          drawing="bot"
          title={t('bots.empty')}
          text={t('bots.emptyText')}
          action={<Can endpoint={createBot}>{add}</Can>}
        />
      )}
      {items.length === 0 && q && (
        <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
      )}
      {items.length > 0 && shown.length === 0 && (
        <EmptyState icon="search-x" title={t('botList.noneInState')} />
      )}
      {shown.length > 0 && (
        <div className={classes.shops}>
          {shown.map((bot) => (
            <BotCard
              key={bot.uuid}
              bot={bot}
              activity={counts.get(bot.uuid)}
              isCounted={activity.data !== undefined}
            />
          ))}
        </div>
      )}
      <Can endpoint={createBot}>
        <Suspense>
          {isCreateThere && (
            <CreateBot opened={create === true} onClose={() => setCreate(false)} knowledge={knowledge} />
          )}
          {isImportThere && <ImportBot opened={isImporting} onClose={importing.close} />}
        </Suspense>
      </Can>
    </PageFrame>
  );
}

/** What is looked for, in which state and in which order; the address keeps all three. */
function Tools({ bots }: { bots: Parameters<typeof isIn>[0][] }) {
  const { t } = useWords();
  const { q, state, sort = 'busy' } = useSearch({ from: '/_default/Bot/' });
  const navigate = useNavigate({ from: '/Bot/' });
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true });
  }, 250);
  const count = (filter: (typeof STATE_FILTERS)[number]) => bots.filter((bot) => isIn(bot, filter)).length;
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search ?? ''}
        leftSection={<Icon name="search" />}
        placeholder={t('bot.searchLabel')}
        aria-label={t('bot.searchLabel')}
        defaultValue={q ?? ''}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <SegmentedControl
        aria-label={t('botList.filter')}
        value={state ?? 'all'}
        onChange={(value) => {
          const chosen = STATE_FILTERS.find((one) => one === value);
          void navigate({ search: (old) => ({ ...old, state: chosen }), replace: true });
        }}
        data={[
          { value: 'all', label: t('botList.all', { count: bots.length }) },
          ...STATE_FILTERS.map((one) => ({
            value: one,
            label: t(`botList.in.${one}`, { count: count(one) }),
          })),
        ]}
      />
      <NativeSelect
        className={classes.sort ?? ''}
        aria-label={t('botList.sort')}
        value={sort}
        onChange={(event) => {
          const chosen = BOT_SORTS.find((one) => one === event.currentTarget.value);
          void navigate({
            search: (old) => ({ ...old, sort: chosen === 'busy' ? undefined : chosen }),
            replace: true,
          });
        }}
        data={BOT_SORTS.map((one) => ({ value: one, label: t(`botList.sorts.${one}`) }))}
      />
    </div>
  );
}

const LoadingShops = () => (
  <div className={classes.shops} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <div key={key} className={classes.shop}>
        <Skeleton height={54} />
        <Skeleton height={24} width="60%" />
        <Skeleton height={60} />
      </div>
    ))}
  </div>
);
