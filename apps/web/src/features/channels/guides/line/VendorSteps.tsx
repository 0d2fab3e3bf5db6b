import type { ReactNode } from 'react';
import { useWords } from '../../../../i18n/use-words.ts';
import { Icon } from '../../../../shell/Icon.tsx';
import classes from './ConnectGuide.module.css';
import { GuideStep } from './GuideStep.tsx';

/** What to do at the vendor before. */
export function OpenStep() {
  const { t } = useWords();
  return (
    <GuideStep number={1} title={t('line.steps.open.title')}>
      <ol className={classes.todo}>
        <li>
          {t('line.steps.open.account')}{' '}
          <Outside href="https://manager.line.biz/">{t('line.manager')}</Outside>
        </li>
        <li>{t('line.steps.open.messagingApi')}</li>
        <li>
          {t('line.steps.open.console')}{' '}
          <Outside href="https://developers.line.biz/console/">{t('line.console')}</Outside>
        </li>
      </ol>
    </GuideStep>
  );
}

/** The two switches that no API can set. */
export function AfterStep() {
  const { t } = useWords();
  return (
    <GuideStep number={4} title={t('line.steps.after.title')} text={t('line.steps.after.text')}>
      <ul className={classes.todo}>
        <li>{t('line.steps.after.useWebhook')}</li>
        <li>{t('line.steps.after.autoReply')}</li>
      </ul>
    </GuideStep>
  );
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} <Icon name="external-link" size={12} />
  </a>
);
