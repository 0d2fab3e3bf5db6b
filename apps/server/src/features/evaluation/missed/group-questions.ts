import { compactText } from '@hanasu/contract/text';
import { termsOf } from '../question-terms.ts';

export interface AskedQuestion {
  readonly id: string;
  readonly text: string;
}

export interface QuestionGroup {
  /** Id of the question that was asked first in the given order: stays while others join. */
  readonly key: string;
  /** The way it is asked most often. */
  readonly question: string;
  readonly ids: readonly string[];
}

/** Of the weight of both questions, how much they must share (Dice). */
const ALIKE = 0.5;
/** A question is compared with groups that share one of its rarest words. */
const LOOKED_UP = 8;
/** Groups a word may lead to; a word of more of them says nothing. */
const MOST_GROUPS = 60;

interface Wording {
  readonly text: string;
  readonly ids: string[];
  readonly terms: readonly string[];
}

interface Group {
  readonly weights: ReadonlyMap<string, number>;
  readonly weight: number;
  readonly wordings: Wording[];
}

/**
 * Puts questions that mean about the same together by their words, rare ones counting more; largest group first, then
 * as given. Each question is compared with a bounded number of groups.
 */
export function groupQuestions(questions: readonly AskedQuestion[]): QuestionGroup[] {
  const wordings = sameWordings(questions);
  const frequency = new Map<string, number>();
  for (const { terms } of wordings) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  // Weak on purpose: when most people ask the same, its words are frequent and still what it is about.
  const weightOf = (term: string): number =>
    1 + Math.log(1 + wordings.length / (frequency.get(term) ?? 1)) / 2;
  const groups: Group[] = [];
  const byTerm = new Map<string, Group[]>();
  // The most asked wording of a matter is the one that others are compared with.
  const order = wordings.toSorted((one, other) => other.ids.length - one.ids.length);
  for (const wording of order) {
    const weights = new Map(wording.terms.map((term) => [term, weightOf(term)]));
    const weight = sum(weights.values());
    const rarest = wording.terms
      .toSorted((one, other) => weightOf(other) - weightOf(one))
      .slice(0, LOOKED_UP);
    const home = mostAlike(candidates(rarest, byTerm), weights, weight);
    if (home) {
      home.wordings.push(wording);
      continue;
    }
    const group = { weights, weight, wordings: [wording] };
    groups.push(group);
    for (const term of wording.terms) {
      const led = byTerm.get(term) ?? [];
      if (led.length < MOST_GROUPS) led.push(group);
      byTerm.set(term, led);
    }
  }
  return inOrder(groups, questions);
}

function sameWordings(questions: readonly AskedQuestion[]): Wording[] {
  const byText = new Map<string, Wording>();
  for (const { id, text } of questions) {
    const { all, content } = termsOf(text);
    const terms = content.length > 0 ? content : all;
    // Emoji and the like have no words; they are alike when they are the same.
    const key = terms.length > 0 ? terms.toSorted().join('\n') : `\0${compactText(text)}`;
    const wording = byText.get(key);
    if (wording) wording.ids.push(id);
    else byText.set(key, { text, ids: [id], terms });
  }
  return [...byText.values()];
}

function candidates(terms: readonly string[], byTerm: ReadonlyMap<string, readonly Group[]>): Set<Group> {
  return new Set(terms.flatMap((term) => byTerm.get(term) ?? []));
}

function mostAlike(
  groups: ReadonlySet<Group>,
  weights: ReadonlyMap<string, number>,
  weight: number,
): Group | null {
  let best: Group | null = null;
  let highest = ALIKE;
  for (const group of groups) {
    let shared = 0;
    for (const [term, value] of weights) if (group.weights.has(term)) shared += value;
    const likeness = (2 * shared) / (weight + group.weight);
    if (likeness >= highest && (best === null || likeness > highest)) {
      best = group;
      highest = likeness;
    }
  }
  return best;
}

function inOrder(groups: readonly Group[], questions: readonly AskedQuestion[]): QuestionGroup[] {
  const position = new Map(questions.map(({ id }, index) => [id, index]));
  const at = (id: string): number => position.get(id) ?? 0;
  return groups
    .map(({ wordings }) => {
      const ids = wordings.flatMap((wording) => wording.ids).toSorted((one, other) => at(one) - at(other));
      return { key: ids[0] ?? '', question: wordings[0]?.text ?? '', ids };
    })
    .toSorted((one, other) => other.ids.length - one.ids.length || at(one.key) - at(other.key));
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
