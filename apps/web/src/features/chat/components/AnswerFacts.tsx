import type { ChatAnswer } from '@hanasu/contract/chat';
import type { z } from 'zod';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './ChatPanel.module.css';

/** Outcome, tokens and times of one answer. */
export function AnswerFacts({ answer }: { answer: z.output<typeof ChatAnswer> }) {
  const { t } = useWords();
  const format = useFormat();
  const { usage, timing, outcome } = answer;
  return (
    <ul className={classes.facts}>
      {outcome !== 'answered' && <li className={classes.outcome}>{t(`chat.outcomes.${outcome}`)}</li>}
      <li
        title={t('chat.modelTokens', {
          input: format.number(usage.inputTokens),
          output: format.number(usage.outputTokens),
        })}
      >
        {t('chat.tokens', { tokens: format.number(usage.tokens) })}
      </li>
      {timing.firstToken !== null && (
        <li>{t('chat.firstToken', { time: format.duration(timing.firstToken) })}</li>
      )}
      <li>{t('chat.total', { time: format.duration(timing.total) })}</li>
      <li>{t('chat.retrieval', { time: format.duration(timing.retrieval) })}</li>
    </ul>
  );
}
