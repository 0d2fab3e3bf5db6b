import type { FirstStepsView } from '@hanasu/contract/insights';
import { useWords } from '../../../i18n/use-words.ts';
import { STEPS, type Step } from '../../../shell/first-steps/steps.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './FirstRun.module.css';

interface StepsLineProps {
  steps: FirstStepsView['steps'];
  next: Step | undefined;
}

/** Five marks on one line: done, next, and still to do, by shape and word. */
export function StepsLine({ steps, next }: StepsLineProps) {
  const { t } = useWords();
  return (
    <ol className={classes.line}>
      {STEPS.map((step, index) => {
        const state = steps[step] ? 'done' : step === next ? 'next' : 'open';
        return (
          <li key={step} data-state={state} aria-current={state === 'next' ? 'step' : undefined}>
            <span className={classes.tick}>
              {state === 'done' && <Icon name="check" size={14} label={t('firstSteps.done')} />}
            </span>
            <span className={classes.stepName}>
              <span className={classes.number}>{index + 1}</span> {t(`firstSteps.${step}.title`)}
            </span>
            <span className={classes.stepText}>{t(`firstSteps.${step}.text`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
