import type { NotifySettings } from '@hanasu/contract/notify';
import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import classes from './Notify.module.css';
import { TestButton } from './TestButton.tsx';

const permission = (): NotificationPermission | 'unsupported' =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
const WORDS = {
  granted: 'notify.allowed',
  default: 'notify.notAllowed',
  denied: 'notify.blocked',
  unsupported: 'notify.unsupported',
} as const;

export function DesktopSection() {
  const { t } = useWords();
  const [state, setState] = useState(permission);
  return (
    <SettingsSection title={t('notify.desktop')} text={t('notify.desktopText')}>
      <div className={classes.row}>
        <p role="status">{t(WORDS[state])}</p>
        {state === 'default' && (
          <Button onClick={() => void Notification.requestPermission().then(setState)}>
            {t('notify.allow')}
          </Button>
        )}
      </div>
      <Controller<NotifySettings, 'sound'>
        name="sound"
        render={({ field }) => (
          <Switch
            label={t('notify.sound')}
            checked={field.value}
            onChange={(event) => field.onChange(event.currentTarget.checked)}
            ref={field.ref}
          />
        )}
      />
      {state === 'granted' && <TestButton way="desktop" />}
    </SettingsSection>
  );
}
