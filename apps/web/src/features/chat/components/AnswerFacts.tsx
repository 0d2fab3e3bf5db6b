import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { servicesQuery } from '../../../shell/shell.queries.ts';
import { AnswererNames } from '../answerer-names.ts';
import type { ChatTurn } from '../chat-turn.ts';
import classes from './ChatPanel.module.css';

interface AnswerFactsProps {
  turn: ChatTurn;
  answer: NonNullable<ChatTurn['answer']>;
}

/** Who of a group answered, outcome, model, tokens and times of one answer. */
export function AnswerFacts({ turn, answer }: AnswerFactsProps) {
  const { t } = useWords();
  const format = useFormat();
  const { data: services } = useQuery(servicesQuery);
  const { usage, timing, outcome, serviceUuid, botUuid = '' } = answer;
  const answerer = useContext(AnswererNames).get(botUuid);
  const model = services?.find(({ uuid }) => uuid === serviceUuid)?.name ?? serviceUuid;
  return (
    <ul className={classes.facts}>
      {answerer && <li>{answerer}</li>}
      {outcome !== 'answered' && <li className={classes.outcome}>{t(`chat.outcomes.${outcome}`)}</li>}
      {model && <li>{model}</li>}
      <li>{t('chat.tokens', { tokens: format.number(usage.tokens) })}</li>
      {usage.inputTokens + usage.outputTokens > 0 && (
        <li>
          {t('chat.modelTokens', {
            input: format.number(usage.inputTokens),
            output: format.number(usage.outputTokens),
          })}
        </li>
      )}
      {timing.firstToken !== null && (
        <li>{t('chat.firstToken', { time: format.duration(timing.firstToken) })}</li>
      )}
      <li>{t('chat.total', { time: format.duration(timing.total) })}</li>
      {timing.retrieval >= 1 && <li>{t('chat.retrieval', { time: format.duration(timing.retrieval) })}</li>}
      {turn.citations.length > 0 && <li>{t('chat.passages', { count: turn.citations.length })}</li>}
    </ul>
  );
}
