import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';
import { useGuideWords } from './use-guide-words.ts';

/** The vendor has no console: a bot of its own makes the others. */
export function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.open.open}{' '}
          <a href="https://t.me/BotFather" target="_blank" rel="noopener noreferrer">
            @BotFather <Icon name="external-link" size={12} />
          </a>
        </li>
        <li>{words.open.create}</li>
        <li>{words.open.groups}</li>
      </ol>
    </GuideStep>
  );
}

/** What no call can do for the person. */
export function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={4} title={words.after.title} text={words.after.text}>
      <ul className={classes.todo}>
        <li>{words.after.picture}</li>
        <li>{words.after.elsewhere}</li>
      </ul>
    </GuideStep>
  );
}
