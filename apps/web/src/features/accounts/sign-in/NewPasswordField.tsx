import { PASSWORD_MIN } from '@hanasu/contract/accounts';
import type { PasswordInputProps } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { PasswordField } from '../../../shell/components/PasswordField.tsx';
import { loadOnce } from '../../../shell/load-once.ts';
import { log } from '../../../shell/log.ts';
import classes from './StrengthHint.module.css';

type NewPasswordFieldProps = PasswordInputProps & {
  /** What has been typed so far. */
  password: string;
  known?: readonly string[];
};

/** A password that is being chosen, with a word on how strong it is. */
export function NewPasswordField({ password, known = [], onFocus, ...field }: NewPasswordFieldProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        mb={6}
        {...field}
        onFocus={(event) => {
          setWanted(true);
          onFocus?.(event);
        }}
      />
      <StrengthHint password={password} known={known} isWanted={isWanted} isRefused={Boolean(field.error)} />
    </div>
  );
}

interface StrengthHintProps {
  password: string;
  /** Name and address of the person: what others know, too. */
  known?: readonly string[];
  /** The field has been entered: time to fetch the estimator. */
  isWanted?: boolean;
  /** The field says itself what is wrong: the shortest length is not said twice. */
  isRefused?: boolean;
}

/** Four bars, a word, and what makes the password weak, beside the field while it is typed in. */
function StrengthHint({ password, known = [], isWanted = false, isRefused = false }: StrengthHintProps) {
  const { t } = useWords();
  const estimate = useEstimate(isWanted || password !== '');
  const typed = useDeferredValue(password);
  const facts = known.join('\n');
  const strength = useMemo(
    () => (estimate && typed ? estimate(typed, factsOf(...facts.split('\n'))) : null),
    [estimate, typed, facts],
  );
  if (!strength) {
    if (isRefused) return null;
    return <div className={classes.hint}>{t('accounts.passwordHint', { minimum: PASSWORD_MIN })}</div>;
  }
  const { level } = strength;
  const weakness = isRefused && strength.weakness === 'tooShort' ? null : strength.weakness;
  const filled = STRENGTH_LEVELS.indexOf(level) + 1;
  return (
    <div className={classes.hint} aria-live="polite">
      <span className={classes.bars} data-level={level} aria-hidden>
        {STRENGTH_LEVELS.map((each, index) => (
          <span key={each} data-filled={index < filled || undefined} />
        ))}
      </span>
      {t('accounts.strength', { level: t(`accounts.levels.${level}`) })}
      {weakness && <div>{t(`accounts.weaknesses.${weakness}`, { minimum: PASSWORD_MIN })}</div>}
    </div>
  );
}

/** Null until it is fetched; without it the plain hint stays, and the server judges the password anyway. */
function useEstimate(isWanted: boolean): Estimate | null {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    loadEstimate().then(
      (loaded) => setEstimate(() => loaded),
      (error: unknown) => log.error('The password estimator could not be loaded:', error),
    );
  }, [isWanted]);
  return estimate;
}

const STRENGTH_LEVELS = ['weak', 'fair', 'good', 'strong'] as const;
type StrengthLevel = (typeof STRENGTH_LEVELS)[number];

/** Names of the estimator's warnings that there are words for, and two of ours. */
const WEAKNESSES = [
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
type Weakness = (typeof WEAKNESSES)[number];

interface Strength {
  readonly level: StrengthLevel;
  /** Null when there is nothing to better. */
  readonly weakness: Weakness | null;
}

/** `facts` are the person's name and address, which others know. */
type Estimate = (password: string, facts: readonly string[]) => Strength;

const LEVEL_BY_SCORE = ['weak', 'weak', 'fair', 'good', 'strong'] as const;

/** The estimator and its lists of words are large (800 kB compressed): fetched once somebody is about to choose a password. */
export const loadEstimate = loadOnce(createEstimate);

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
