import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { HomeView } from '@hanasu/contract/insights';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { UPDATE_CONVERSATION } from '@hanasu/contract/realtime';
import { Button, Progress, Skeleton, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { botsQuery } from '../../entities/bot/bots.queries.ts';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { useRealtime, useRealtimeRejoin } from '../../shell/api/realtime.tsx';
import { Can } from '../../shell/components/Can.tsx';
import { ErrorNotice } from '../../shell/components/ErrorNotice.tsx';
import { Stat, Stats } from '../../shell/components/Stats.tsx';
import { Surface } from '../../shell/components/Surface.tsx';
import { Icon } from '../../shell/Icon.tsx';
import type { IconName } from '../../shell/icon-names.ts';
import { PageFrame } from '../../shell/layout/PageFrame.tsx';
import { homeQuery, meQuery } from '../../shell/shell.queries.ts';
import classes from './Home.module.css';

const KEYS = ['conversations', 'answered', 'notFound', 'handedOver', 'tokens'] as const;

function Numbers({ numbers }: { numbers: HomeView['last7Days'] }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className={classes.heading} style={{ marginBottom: 10 }}>
        {t('home.numbers.title')}
      </h2>
      <Stats>
        {KEYS.map((key) => (
          <Stat key={key} label={t(`home.numbers.${key}`)} value={format.number(numbers[key])} />
        ))}
      </Stats>
    </section>
  );
}

const REFRESH_AT_MOST_EVERY_MS = 3000;

export function HomePage() {
  const { t } = useWords();
  const { data: user } = useQuery(meQuery);
  const home = useQuery(homeQuery);
  const refetch = useThrottledCallback(() => void home.refetch(), REFRESH_AT_MOST_EVERY_MS);
  useRealtime(UPDATE_CONVERSATION, refetch);
  useRealtimeRejoin(refetch);

  const allDone = home.data && Object.values(home.data.steps).every(Boolean);
  return (
    <PageFrame
      title={user ? t('home.hello', { name: user.username }) : t('home.title')}
      purpose={t('home.purpose')}
    >
      <Stack gap="lg">
        {home.isError && <ErrorNotice error={home.error} onRetry={() => void home.refetch()} />}
        {home.isPending && <Skeleton height={320} radius="lg" aria-hidden />}
        {home.data && !allDone && <FirstSteps steps={home.data.steps} />}
        {home.data && <Attention attention={home.data.attention} />}
        {home.data && <Numbers numbers={home.data.last7Days} />}
      </Stack>
    </PageFrame>
  );
}

interface Item {
  key: keyof HomeView['attention'];
  icon: IconName;
  words: string;
  to: LinkProps['to'];
}

/** What a person should look at now; each line leads there. */
function Attention({ attention }: { attention: HomeView['attention'] }) {
  const { t } = useWords();
  const counted = [
    { key: 'waiting', icon: 'hand', to: INBOX },
    { key: 'failedDeliveries', icon: 'send', to: INBOX },
    { key: 'unconfirmedDeliveries', icon: 'circle-dashed', to: INBOX },
    { key: 'brokenChannels', icon: 'plug', to: CHANNELS },
    { key: 'failedDocuments', icon: 'file-text', to: '/Knowledge' },
  ] as const;
  const items: Item[] = [
    ...counted
      .filter(({ key }) => attention[key] > 0)
      .map((item) => ({ ...item, words: t(`home.attention.${item.key}`, { count: attention[item.key] }) })),
    ...(attention.lowBalance
      ? [{ key: 'lowBalance', icon: 'coins', words: t('home.attention.lowBalance'), to: '/Token' } as const]
      : []),
    ...(attention.disk === 'ok'
      ? []
      : [
          {
            key: 'disk',
            icon: 'alert-circle',
            words: t(`home.attention.disk.${attention.disk}`),
            to: '/Document',
          } as const,
        ]),
    ...(attention.lowStorage
      ? [
          {
            key: 'lowStorage',
            icon: 'files',
            words: t('home.attention.lowStorage'),
            to: '/Document',
          } as const,
        ]
      : []),
  ];
  return (
    <Surface aria-labelledby="attention">
      <h2 id="attention" className={classes.heading}>
        {t('home.attention.title')}
      </h2>
      {items.length === 0 && (
        <p className={classes.nothing}>
          <Icon name="check-circle-2" /> {t('home.attention.nothing')}
        </p>
      )}
      <ul className={classes.attention}>
        {items.map(({ key, icon, words, to }) => (
          <li key={key}>
            <Link to={to} className={classes.attentionLink}>
              <span className={classes.attentionIcon}>
                <Icon name={icon} />
              </span>
              <span>{words}</span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

const STEPS = ['knowledge', 'bot', 'tested', 'channel', 'answered'] as const;
type Step = (typeof STEPS)[number];

/** What each step comes down to, and so who may take it. */
const ENDPOINTS = {
  knowledge: createKnowledge,
  bot: createBot,
  tested: chat,
  channel: createSandboxChannel,
  answered: getSimulator,
} as const satisfies Record<Step, object>;

/** Leads to the first answered message; ticks itself, and offers the next step only. */
function FirstSteps({ steps }: { steps: HomeView['steps'] }) {
  const { t } = useWords();
  const { data: bots } = useQuery(botsQuery());
  const firstBot = bots?.items[0];
  const links: Record<Step, Pick<LinkProps, 'to' | 'params' | 'search'>> = {
    knowledge: { to: '/Knowledge/Add' },
    bot: { to: '/Bot', search: { create: true } },
    tested: firstBot ? { to: '/Bot/$id', params: { id: firstBot.uuid } } : { to: '/Bot' },
    channel: { to: CHANNELS },
    answered: { to: CHANNELS },
  };
  const done = STEPS.filter((step) => steps[step]).length;
  const next = STEPS.find((step) => !steps[step]);
  return (
    <Surface aria-labelledby="first-steps">
      <div className={classes.stepsHead}>
        <h2 id="first-steps" className={classes.heading}>
          {t('home.steps.title')}
        </h2>
        <span className={classes.progressWords}>
          {t('home.steps.progress', { done: String(done), total: String(STEPS.length) })}
        </span>
      </div>
      <Progress value={(done / STEPS.length) * 100} size={5} mt={8} aria-label={t('home.steps.title')} />
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step} className={classes.step} data-state={stateOf(step, steps, next)}>
            <span className={classes.tick}>
              {steps[step] ? (
                <Icon name="check" size={14} label={t('home.steps.done')} />
              ) : (
                <Icon name="circle" size={14} label={t('home.steps.open')} />
              )}
            </span>
            <span className={classes.stepWords}>
              <strong>{t(`home.steps.${step}.title`)}</strong>
              <span>{t(`home.steps.${step}.text`)}</span>
            </span>
            {!steps[step] && (
              <Can endpoint={ENDPOINTS[step]}>
                <Button
                  size="xs"
                  variant={step === next ? 'filled' : 'default'}
                  renderRoot={(props) => <Link {...links[step]} {...props} />}
                >
                  {t(`home.steps.${step}.action`)}
                </Button>
              </Can>
            )}
          </li>
        ))}
      </ol>
    </Surface>
  );
}

function stateOf(step: Step, steps: HomeView['steps'], next: Step | undefined) {
  if (steps[step]) return 'done';
  return step === next ? 'next' : 'later';
}

type To = NonNullable<LinkProps['to']>;
const to = (path: string) => path as To;

/** Pages of other features that the home page leads to. */
const CHANNELS = to('/Channel');
const INBOX = to('/Message');
