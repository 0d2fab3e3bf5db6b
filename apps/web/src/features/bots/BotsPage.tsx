import { type BotView, createBot } from '@hanasu/contract/bots';
import { Badge, Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { Can } from '../../shell/components/Can.tsx';
import classes from '../../shell/components/Cards.module.css';
import { EmptyState } from '../../shell/components/EmptyState.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { useRowsMark } from '../../shell/mark-rows.ts';
import { servicesQuery } from '../../shell/shell.queries.ts';
import { useEver } from '../../shell/use-ever.ts';
import { BotMenu } from './BotMenu.tsx';
import { splitName } from './edit/model-choices.ts';
import { StateBadge } from './StateBadge.tsx';

/** Fetched when they are first opened: the list does without the form libraries. */
const CreateBot = lazy(async () => ({ default: (await import('./CreateBot.tsx')).CreateBot }));
const ImportBot = lazy(async () => ({ default: (await import('./ImportBot.tsx')).ImportBot }));

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
  const [isImporting, importing] = useDisclosure(false);
  const isCreateThere = useEver(create === true);
  const isImportThere = useEver(isImporting);
  const buttons = (
    <Can endpoint={createBot}>
      <Group gap="xs">
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={importing.open}>
          {t('botEditor.import')}
        </Button>
        <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
          {t('bot.create')}
        </Button>
      </Group>
    </Can>
  );
  const first = (
    <Can endpoint={createBot}>
      <Button leftSection={<Icon name="plus" />} onClick={() => setCreate(true)}>
        {t('bot.create')}
      </Button>
    </Can>
  );
  const items = bots.data?.items ?? [];
  useRowsMark(items.length > 0);
  return (
    <PageFrame title={t('bots.title')} purpose={t('bots.purpose')} actions={buttons}>
      {(items.length >= SEARCH_FROM || q) && (
        <TextInput
          className={classes.search}
          leftSection={<Icon name="search" />}
          placeholder={t('bot.searchLabel')}
          aria-label={t('bot.searchLabel')}
          defaultValue={q ?? ''}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      )}
      {bots.isError && <ErrorNotice error={bots.error} onRetry={() => void bots.refetch()} />}
      {bots.isPending && <LoadingCards />}
      {bots.data && items.length === 0 && (
        <Surface>
          {q ? (
            <EmptyState icon="search-x" title={t('shell.nothingFound', { query: q })} />
          ) : (
            <EmptyState drawing="bot" title={t('bots.empty')} text={t('bots.emptyText')} action={first} />
          )}
        </Surface>
      )}
      <div className={classes.cards}>
        {items.map((bot) => (
          <BotCard key={bot.uuid} bot={bot} />
        ))}
      </div>
      <Can endpoint={createBot}>
        <Suspense>
          {isCreateThere && <CreateBot opened={create === true} onClose={() => setCreate(false)} />}
          {isImportThere && <ImportBot opened={isImporting} onClose={importing.close} />}
        </Suspense>
      </Can>
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

function BotCard({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const service = services?.find(({ uuid }) => uuid === bot.serviceUuid);
  const bases = bot.knowledgeUuids.length;
  return (
    <article className={classes.card}>
      <div className={classes.cardTop}>
        <span className={classes.face}>
          <Icon name="bot" size={19} />
        </span>
        <h2 className={classes.cardName}>
          <Link to="/Bot/$id" params={{ id: bot.uuid }} className={classes.cardLink}>
            {bot.name}
          </Link>
        </h2>
        <span className={classes.above}>
          <BotMenu bot={bot} />
        </span>
      </div>
      <p className={classes.cardFacts}>
        {service ? splitName(service.name).name : bot.serviceUuid}
        {' · '}
        {bases ? t('bots.bases', { count: bases }) : t('bots.noBases')}
      </p>
      <div className={classes.badges}>
        <StateBadge state={bot.state} />
        {bot.channels.length === 0 && (
          <Badge color="gray" leftSection={<Icon name="circle-dashed" size={12} />}>
            {t('bots.notConnected')}
          </Badge>
        )}
        {bot.channels.map((channel) => (
          <Badge key={channel.uuid} color="green" leftSection={<Icon name="radio" size={12} />}>
            {channel.name}
          </Badge>
        ))}
      </div>
      <p className={classes.cardFoot} title={format.dateTime(bot.updatedAt)}>
        {t('bots.updated', { when: format.ago(bot.updatedAt) })}
      </p>
    </article>
  );
}
