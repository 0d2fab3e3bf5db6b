import type { Condition, ConditionOf, ShownCondition } from '@hanasu/contract/segments';
import type { segments } from './words/en.ts';

export type RowWord = keyof typeof segments.rows;

/** One way to word a condition: a sentence, and what the condition then is. */
export interface Phrase {
  readonly word: RowWord;
  /** It is worded as the opposite, and stands in a group `not`. */
  readonly isNot: boolean;
  readonly fits: (condition: ShownCondition) => boolean;
  readonly turn: (condition: Condition) => Condition;
}

export type Kind = Condition['kind'];
/** Wordings of one kind, the opposite among them. */
export const phrase =
  <Of extends Kind>(kind: Of) =>
  (
    words: readonly [is: RowWord, isNot: RowWord | null],
    fits: (condition: ConditionOf<Of>) => boolean = () => true,
    turn: (condition: ConditionOf<Of>) => ConditionOf<Of> = (condition) => condition,
  ): Phrase[] => {
    const isOf = (condition: ShownCondition): condition is ConditionOf<Of> => condition.kind === kind;
    const both = {
      fits: (condition: ShownCondition) => isOf(condition) && fits(condition),
      turn: (condition: Condition): Condition => (isOf(condition) ? turn(condition) : condition),
    };
    const [is, isNot] = words;
    return [{ ...both, word: is, isNot: false }, ...(isNot ? [{ ...both, word: isNot, isNot: true }] : [])];
  };
