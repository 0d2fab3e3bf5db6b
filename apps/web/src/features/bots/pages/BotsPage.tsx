import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { EmptyState } from '../../../shell/components/EmptyState.tsx';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { PageFrame } from '../../../shell/components/PageFrame.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../bots.queries.ts';
import { BotCard } from '../components/BotCard.tsx';
import classes from '../components/Bots.module.css';
import { CreateBot } from '../components/CreateBot.tsx';

const SEARCH_FROM = 6;

export function BotsPage() {
  const { t } = useWords();
  const { q, create } = useSearch({ from: '/_default/Bot/' });
  const navigate = useNavigate({ from: '/Bot/' });
  const bots = useQuery(botsQuery(q));
  const setQ = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, q: value || undefined }), replace: true });
  }, 250);
  const setCreate = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, create: open || undefined }), replace: !open });
  const button = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
      {t('bots.create')}
    </Button>
  );
  const items = bots.data?.items ?? [];
  return (
    <PageFrame title={t('bots.title')} purpose={t('bots.purpose')} actions={button}>
      {(items.length >= SEARCH_FROM || q) && (
        <TextInput
          className={classes.search}
          leftSection={<Icon name="search" />}
          placeholder={t('bots.searchLabel')}
          aria-label={t('bots.searchLabel')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {bots.isError && <FaultNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <LoadingCards />}
      {bots.data && items.length === 0 && (
        <Surface>
          {q ? (
            <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
          ) : (
            <EmptyState icon="bot" title={t('bots.empty')} text={t('bots.emptyText')} action={button} />
          )}
        </Surface>
      )}
      <div className={classes.cards}>
        {items.map((bot) => (
          <BotCard key={bot.uuid} bot={bot} />
        ))}
      </div>
      <CreateBot opened={create === true} onClose={() => setCreate(false)} />
    </PageFrame>
  );
}

const LoadingCards = () => (
  <div className={classes.cards} aria-hidden>
    {['one', 'two', 'three'].map((key) => (
      <Skeleton key={key} height={146} radius="lg" />
    ))}
  </div>
);
