import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './List.module.css';

export const notificationPermission = () =>
  typeof Notification === 'undefined' ? 'denied' : Notification.permission;

/** Asks once on this device, quietly, whether the browser may tell of customers who wait. */
export function NotifyPrompt() {
  const { t } = useWords();
  const [permission, setPermission] = useState(notificationPermission);
  const [isAnswered, setAnswered] = useLocalStorage({
    key: 'inbox-notify-asked',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (isAnswered || permission !== 'default') return null;
  const ask = () => {
    setAnswered(true);
    void Notification.requestPermission().then(setPermission);
  };
  return (
    <div className={classes.prompt}>
      <span>{t('inboxList.prompt.text')}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('inboxList.prompt.dismiss')}
        title={t('inboxList.prompt.dismiss')}
        onClick={() => setAnswered(true)}
      >
        <Icon name="x" size={14} />
      </ActionIcon>
      <Button size="compact-sm" variant="default" onClick={ask}>
        {t('inboxList.prompt.allow')}
      </Button>
    </div>
  );
}
