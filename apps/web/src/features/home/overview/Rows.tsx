import type { InsightsView } from '@hanasu/contract/insights';
import { settleMissedQuestions } from '@hanasu/contract/knowledge-health';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKindName } from '../../../entities/channel/use-kind-name.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { Can } from '../../../shell/components/Can.tsx';
import classes from './Overview.module.css';

type Bot = InsightsView['bots'][number];

/** Which bots have their curtain out, and what each did today. */
export function BotRows({ bots }: { bots: readonly Bot[] }) {
  const { t } = useWords();
  if (bots.length === 0) return null;
  return (
    <section aria-labelledby="bots" className={classes.section}>
      <h2 id="bots" className={classes.heading}>
        {t('overview.bots.title')}
      </h2>
      <ul className={classes.list}>
        {bots.map((bot) => (
          <li key={bot.uuid}>
            <Curtain state={bot.state} />
            <Link to="/Bot/$id" params={{ id: bot.uuid }} className={classes.botName}>
              {bot.name}
            </Link>
            <BotState bot={bot} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BotState({ bot }: { bot: Bot }) {
  const { t } = useWords();
  const nameOf = useKindName();
  if (bot.state === 'draft' || bot.state === 'paused') {
    return <span className={classes.dim}>{t(`overview.bots.${bot.state}`)}</span>;
  }
  return (
    <>
      <span className={classes.dim}>
        {bot.channelKinds.length > 0
          ? bot.channelKinds.map(nameOf).join(' · ')
          : t('overview.bots.noChannel')}
      </span>
      <span className={classes.today}>{t('overview.bots.today', { count: bot.today })}</span>
    </>
  );
}

/** The shop's curtain: out while the bot answers, rolled up when it is paused, dotted until it is published. */
function Curtain({ state }: Pick<Bot, 'state'>) {
  const cloth = 'M3.5 5h5.5v12h-5.5zM10.5 5h4v12h-4zM16 5h4v12h-4zM21.5 5h5v12h-5z';
  return (
    <svg className={classes.curtain} viewBox="0 0 30 22" aria-hidden>
      <path d="M1 3h28" stroke="var(--ink-line)" strokeWidth={2} strokeLinecap="round" />
      {state === 'paused' && <path d="M4 5.5h22v3H4z" fill="var(--text-faint)" />}
      {state === 'draft' && (
        <path d={cloth} fill="none" stroke="var(--text-faint)" strokeWidth={1.2} strokeDasharray="2 1.6" />
      )}
      {(state === 'live' || state === 'changed') && <path d={cloth} fill="var(--chart-bot)" />}
    </svg>
  );
}

/** What was asked in vain, most often first, and where an answer is written. */
export function Questions({ questions, hasUnanswered }: Pick<InsightsView, 'questions' | 'hasUnanswered'>) {
  const { t } = useWords();
  return (
    <section aria-labelledby="questions" className={classes.section}>
      <h2 id="questions" className={classes.heading}>
        {t('overview.questions.title')}
      </h2>
      {questions.length === 0 && (
        <p className={classes.none}>
          {t(hasUnanswered ? 'overview.questions.noneButWaiting' : 'overview.questions.none')}
        </p>
      )}
      <ul className={classes.list}>
        {questions.map(({ question, times, knowledgeUuid }) => (
          <li key={question}>
            <span className={classes.times}>{t('overview.questions.times', { count: times })}</span>
            <span className={classes.words}>{question}</span>
            <Can endpoint={settleMissedQuestions}>
              <Button
                size="xs"
                variant="default"
                aria-label={`${t('overview.questions.write')}: ${question}`}
                renderRoot={(props) => (
                  <Link
                    to="/Knowledge/$id/documents"
                    params={{ id: knowledgeUuid }}
                    search={{ tab: 'tests' }}
                    {...props}
                  />
                )}
              >
                {t('overview.questions.write')}
              </Button>
            </Can>
          </li>
        ))}
      </ul>
    </section>
  );
}
