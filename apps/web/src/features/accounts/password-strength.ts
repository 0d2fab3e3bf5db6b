import { PASSWORD_MIN } from '@hanasu/contract/accounts';

export const STRENGTH_LEVELS = ['weak', 'fair', 'good', 'strong'] as const;
export type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/** Names of the estimator's warnings that there are words for, and two of ours. */
export const WEAKNESSES = [
  'straightRow',
  'keyPattern',
  'simpleRepeat',
  'extendedRepeat',
  'sequences',
  'recentYears',
  'dates',
  'topTen',
  'topHundred',
  'common',
  'similarToCommon',
  'wordByItself',
  'namesByThemselves',
  'commonNames',
  'userInputs',
  'tooShort',
  'moreWords',
] as const;
export type Weakness = (typeof WEAKNESSES)[number];

export interface Strength {
  readonly level: StrengthLevel;
  /** Null when there is nothing to better. */
  readonly weakness: Weakness | null;
}

/** `facts` are the person's name and address, which others know. */
export type Estimate = (password: string, facts: readonly string[]) => Strength;

const LEVEL_BY_SCORE = ['weak', 'weak', 'fair', 'good', 'strong'] as const;

let loading: Promise<Estimate> | undefined;

/** The estimator and its lists of words are large (800 kB compressed): fetched once somebody is about to choose a password. */
export function loadEstimate(): Promise<Estimate> {
  loading ??= createEstimate().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function createEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  // Without translations its warnings are their own names.
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
  return (password, facts) => {
    const { score, feedback } = estimator.check(password, [...facts]);
    if (password.length < PASSWORD_MIN) return { level: 'weak', weakness: 'tooShort' };
    const level = LEVEL_BY_SCORE[score];
    if (score >= 3) return { level, weakness: null };
    return { level, weakness: WEAKNESSES.find((name) => name === feedback.warning) ?? 'moreWords' };
  };
}

/** A name, an address, and what stands before its @. */
export const factsOf = (...texts: readonly string[]): string[] =>
  texts.flatMap((text) => [text, text.split('@')[0] ?? '']).filter((text) => text.length > 2);
