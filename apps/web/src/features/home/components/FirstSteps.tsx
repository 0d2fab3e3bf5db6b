import { createBot } from '@hanasu/contract/bots';
import { createSandboxChannel, getSimulator } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import type { HomeView } from '@hanasu/contract/insights';
import { createKnowledge } from '@hanasu/contract/knowledge';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { OnlyFor } from '../../../shell/components/OnlyFor.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { botsQuery } from '../../bots/bots.queries.ts';
import { CHANNELS } from '../home-links.ts';
import classes from './Home.module.css';

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
export function FirstSteps({ steps }: { steps: HomeView['steps'] }) {
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
              <OnlyFor endpoint={ENDPOINTS[step]}>
                <Button
                  size="xs"
                  variant={step === next ? 'filled' : 'default'}
                  renderRoot={(props) => <Link {...links[step]} {...props} />}
                >
                  {t(`home.steps.${step}.action`)}
                </Button>
              </OnlyFor>
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
