import type { ReactNode } from 'react';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';
import { useGuideWords } from './use-guide-words.ts';

/** What to do at the vendor before. */
export function OpenStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={1} title={words.steps.open.title}>
      <ol className={classes.todo}>
        <li>
          {words.steps.open.account} <Outside href="https://manager.line.biz/">{words.manager}</Outside>
        </li>
        <li>{words.steps.open.messagingApi}</li>
        <li>
          {words.steps.open.console}{' '}
          <Outside href="https://developers.line.biz/console/">{words.console}</Outside>
        </li>
      </ol>
    </GuideStep>
  );
}

/** The two switches that no API can set. */
export function AfterStep() {
  const words = useGuideWords();
  return (
    <GuideStep number={4} title={words.steps.after.title} text={words.steps.after.text}>
      <ul className={classes.todo}>
        <li>{words.steps.after.useWebhook}</li>
        <li>{words.steps.after.autoReply}</li>
      </ul>
    </GuideStep>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);
