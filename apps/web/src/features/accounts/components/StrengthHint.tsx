import { PASSWORD_MIN } from '@hanasu/contract/accounts';
import { useWords } from '../../../i18n/use-words.ts';
import { passwordStrength, STRENGTH_LEVELS } from '../password-strength.ts';
import classes from './StrengthHint.module.css';

/** Four bars and a word, beside the field while it is typed in. */
export function StrengthHint({ password }: { password: string }) {
  const { t } = useWords();
  const level = passwordStrength(password);
  const filled = STRENGTH_LEVELS.indexOf(level) + 1;
  return (
    <div className={classes.hint} aria-live="polite">
      {password ? (
        <>
          <span className={classes.bars} data-level={level} aria-hidden>
            {STRENGTH_LEVELS.map((each, index) => (
              <span key={each} data-filled={index < filled || undefined} />
            ))}
          </span>
          {t('accounts.strength', { level: t(`accounts.levels.${level}`) })}
        </>
      ) : (
        t('accounts.passwordHint', { minimum: PASSWORD_MIN })
      )}
    </div>
  );
}
