import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';

const permission = () => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

/** Asks the browser for desktop notifications; gone once that was answered either way. */
export function NotifyButton() {
  const { t } = useWords();
  const [state, setState] = useState(permission);
  if (state !== 'default') return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={t('inbox.notifyMe')}
      title={t('inbox.notifyMe')}
      onClick={() => void Notification.requestPermission().then(setState)}
    >
      <Icon name="bell" size={17} />
    </ActionIcon>
  );
}
