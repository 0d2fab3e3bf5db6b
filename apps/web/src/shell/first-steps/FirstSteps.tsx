import { publishBot } from '@hanasu/contract/bot-versions';
import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { KnowledgeId } from '@hanasu/contract/ids';
import type { FirstStepsView } from '@hanasu/contract/insights';
import { createDocument, createKnowledge, listKnowledge } from '@hanasu/contract/knowledge';
import { CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useLocation, useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { Icon } from '../icons/Icon.tsx';
import { firstStepsQuery, meQuery } from '../shell.queries.ts';
import { useIsForbidden } from '../use-permission.ts';
import classes from './FirstSteps.module.css';

export const STEPS = ['knowledge', 'bot', 'tested', 'channel', 'answered'] as const;
export type Step = (typeof STEPS)[number];

/** What is done next: a step, the rest of one that is half done, or what a question without an answer needs. */
export type Act = Step | 'publish' | 'unanswered';

/** What each act comes down to, and so who may do it. */
export const STEP_ENDPOINTS = {
  knowledge: createKnowledge,
  bot: createBot,
  publish: publishBot,
  tested: chat,
  channel: createSandboxChannel,
  answered: getSimulator,
  unanswered: createDocument,
} as const satisfies Record<Act, object>;

type Steps = FirstStepsView['steps'];

/** How many steps are behind: a bot that is created and not published yet has taken its step. */
export const doneOf = (view: Pick<FirstStepsView, 'steps' | 'bot' | 'unanswered'>): number =>
  STEPS.filter((step) => view.steps[step]).length + (nextAct(view) === 'publish' ? 1 : 0);

/**
 * A draft answers no customer: it is published before anything that comes after. A question that went to staff has its
 * answer added to the documents.
 */
export function nextAct({
  steps,
  bot,
  unanswered,
}: Pick<FirstStepsView, 'steps' | 'bot' | 'unanswered'>): Act | undefined {
  if (!steps.answered && steps.knowledge && !steps.bot && bot?.state === 'draft') return 'publish';
  const next = nextStep(steps);
  return next === 'answered' && unanswered ? 'unanswered' : next;
}

/** The step after the furthest that is done: whoever skips one is not led back. Undefined: nothing is left to do. */
function nextStep(steps: Steps): Step | undefined {
  if (steps.answered) return undefined;
  const furthest = STEPS.findLastIndex((step) => steps[step]);
  return STEPS.slice(furthest + 1).find((step) => !steps[step]);
}

type StepLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where it is done, with what there is already. `base`: one that waits for its first document. */
export function linkOf(
  step: Act,
  { bot, channel, document }: FirstStepsView,
  base: KnowledgeId | null = null,
): StepLink {
  if (step === 'publish' && bot)
    return { to: '/Bot/$id', params: { id: bot.uuid }, search: { tab: 'publish' } };
  if (step === 'unanswered' && document)
    return { to: '/Knowledge/$id/documents/Create', params: { id: document.knowledgeUuid } };
  if (step === 'knowledge' && base)
    return { to: '/Knowledge/$id/documents/Create', params: { id: base }, search: { tab: 'file' } };
  if (step === 'knowledge' || step === 'unanswered') return { to: '/Knowledge/Add' };
  if (step === 'bot') {
    const knowledge = document?.knowledgeUuid;
    return { to: '/Bot', search: { create: true, ...(knowledge ? { knowledge } : {}) } };
  }
  if (step === 'tested') return bot ? { to: '/Bot/$id/Chat', params: { id: bot.uuid } } : { to: '/Bot' };
  if (step === 'channel') {
    return { to: '/Channel', search: { connect: 'sandbox' } };
  }
  if (!channel) return { to: '/Channel' };
  const params = { id: channel.uuid };
  return channel.sandbox
    ? { to: '/Channel/Instance/$id/simulator', params }
    : { to: '/Channel/Instance/$id', params };
}

/** The base that the first document is added to: one without any, else whichever there is. None of them has one that was read. */
const baseToFillQuery = queryOptions({
  queryKey: ['knowledge', 'list', 'to-fill'],
  queryFn: async ({ signal }) => {
    const { items } = await call(listKnowledge, { query: {}, signal });
    return (items.find(({ documents }) => documents === 0) ?? items[0])?.uuid ?? null;
  },
});

/** Where it is done: a person who has a base already adds to it, and makes no second one. */
export function useLinkOf(step: Act, view: FirstStepsView): StepLink {
  const { data: base } = useQuery({ ...baseToFillQuery, enabled: step === 'knowledge' });
  return linkOf(step, view, base);
}

/** Pages that fill the screen. */
const WITHOUT = /^\/Bot\/[^/]+(\/|$)/;
/** It says itself what is next, until the first answer has come. */
const HOME = '/';

/** How far it is to the first answer, on every page until it has come, or until somebody closes it. */
export function FirstStepsBar() {
  const { data: user } = useQuery(meQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [hidden, setHidden] = useLocalStorage({
    key: 'first-steps-hidden',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const account = user?.account.uuid;
  if (!account || hidden === account || WITHOUT.test(path)) return null;
  return <Bar path={path} onHide={() => setHidden(account)} />;
}

function Bar({ path, onHide }: { path: string; onHide: () => void }) {
  const { data: view, isFetchedAfterMount } = useQuery({
    ...firstStepsQuery,
    refetchInterval: refetchWhileOnTheWay,
  });
  // What was fetched before a page without the bar may name a step that was taken there.
  if (!view || !isFetchedAfterMount) return null;
  const next = nextAct(view);
  if (!next) return view.isConnected ? null : <Finished onHide={onHide} />;
  if (path === HOME) return null;
  return <Next step={next} view={view} path={path} onHide={onHide} />;
}

/** The last step is done: what comes after it, until an account of a vendor or a web site is connected. */
function Finished({ onHide }: { onHide: () => void }) {
  const { t } = useWords();
  return (
    <aside className={classes.bar} aria-label={t('firstSteps.title')}>
      <Link to="/Channel" className={classes.link}>
        {t('firstSteps.finished')} <Icon name="arrow-right" />
      </Link>
      <CloseButton size="sm" aria-label={t('firstSteps.hide')} onClick={onHide} />
    </aside>
  );
}

const ON_THE_WAY_MS = 5_000;

/** A document becomes ready, and a friend is answered, without this page's doing. */
const refetchWhileOnTheWay = ({
  state,
}: {
  state: { data: { steps: { answered: boolean } } | undefined };
}) => (state.data?.steps.answered ? false : ON_THE_WAY_MS);

interface NextProps {
  step: Act;
  view: FirstStepsView;
  path: string;
  onHide: () => void;
}

function Next({ step, view, path, onHide }: NextProps) {
  const { t } = useWords();
  const isForbidden = useIsForbidden(STEP_ENDPOINTS[step]);
  const link = useLinkOf(step, view);
  const { pathname } = useRouter().buildLocation(link);
  // Whoever is there already needs no link to it.
  if (isForbidden || pathname === path) return null;
  return (
    <aside className={classes.bar} aria-label={t('firstSteps.title')}>
      <Link {...link} className={classes.link}>
        {t('firstSteps.nextUp', {
          done: String(doneOf(view)),
          total: String(STEPS.length),
          what: t(`firstSteps.${step}.action`),
        })}
        <Icon name="arrow-right" />
      </Link>
      <CloseButton size="sm" aria-label={t('firstSteps.hide')} onClick={onHide} />
    </aside>
  );
}
