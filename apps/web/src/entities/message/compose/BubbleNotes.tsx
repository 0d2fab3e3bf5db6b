import type { ContentLoss, ContentProblem } from '@hanasu/contract/message-content';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useKindName } from '../../channel/use-kind-name.ts';
import { useSampleWords } from '../cards/sample-texts.ts';
import { useVariableWords } from '../variables.ts';
import classes from './Compose.module.css';
import { useComposing } from './compose-context.ts';

/** A problem in words. */
export function useProblemWords(): (problem: Pick<ContentProblem, 'reason' | 'detail'>) => string {
  const { t } = useWords();
  const variableWords = useVariableWords();
  return ({ reason, detail }) => {
    if (reason === 'variable_unknown' || reason === 'variable_broken')
      return t(`messageComposer.problem.${reason}`, { name: variableWords(detail ?? '') });
    const words = t(`messageComposer.problem.${reason}`);
    return detail && reason !== 'native_wrong' ? `${words} (${detail})` : words;
  };
}

/** Something is not filled in yet: no fault while one is still writing. */
const BEGUN: ReadonlySet<ContentProblem['reason']> = new Set([
  'nothing_said',
  'no_text',
  'no_media',
  'no_rich_message',
  'no_form',
  'card_empty',
  'no_label',
  'no_action',
  'no_alt_text',
]);

interface BubbleNotesProps {
  /** Null: the message as a whole. */
  bubbleId: string | null;
  cardId?: string | null;
}

/** What keeps a bubble from being sent, and what channels lose of it. */
export function BubbleNotes({ bubbleId, cardId = null }: BubbleNotesProps) {
  const { t } = useWords();
  const format = useFormat();
  const { content, problems, losses, scope, isChecked } = useComposing();
  const problemWords = useProblemWords();
  const sampleWords = useSampleWords();
  const kindName = useKindName();
  const mine = problems.filter(
    (problem) =>
      problem.bubbleId === bubbleId &&
      (problem.bubbleId === null || problem.channel === scope) &&
      problem.cardId === cardId &&
      // That of a message without bubbles is plain to see.
      (isChecked || problem.reason !== 'nothing_said') &&
      // Those stand at their lines.
      !(problem.reason === 'native_wrong' && problem.path !== null),
  );
  const lost = new Map<ContentLoss['reason'], string[]>();
  if (cardId === null)
    for (const { kind, reason, bubbleId: of } of losses)
      if (of === bubbleId) lost.set(reason, [...(lost.get(reason) ?? []), kindName(kind)]);
  const samples = cardId === null ? sampleWords(content).filter((one) => one.bubbleId === bubbleId) : [];
  if (mine.length === 0 && lost.size === 0 && samples.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {mine.map((problem) => {
        const isFault = isChecked || !BEGUN.has(problem.reason);
        return (
          <li key={`${problem.reason} ${problem.detail}`} data-problem={isFault || undefined}>
            <Icon name={isFault ? 'triangle-alert' : 'info'} size={13} /> <span>{problemWords(problem)}</span>
          </li>
        );
      })}
      {samples.map(({ words }) => (
        <li key={words} data-warning={isChecked || undefined}>
          <Icon name={isChecked ? 'triangle-alert' : 'info'} size={13} /> <span>{words}</span>
        </li>
      ))}
      {[...lost].map(([reason, names]) => (
        <li key={reason}>
          <Icon name="info" size={13} />{' '}
          <span>
            {t('messageComposer.lossAt', {
              channels: format.list(new Set(names)),
              words: t(`messageComposer.loss.${reason}`),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
