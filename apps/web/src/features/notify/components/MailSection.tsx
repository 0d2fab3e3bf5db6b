import type { NotifySettings } from '@hanasu/contract/notify';
import { Button, NumberInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import classes from './Notify.module.css';
import { TestButton } from './TestButton.tsx';

export function MailSection({ email }: { email: string | null }) {
  const { t } = useWords();
  return (
    <SettingsSection title={t('notify.mail')} text={t('notify.mailText')}>
      <div className={classes.row}>
        <p>{email === null ? t('notify.noMail') : t('notify.mailTo', { email })}</p>
        {email === null && (
          <Button variant="default" renderRoot={(props) => <Link to="/Account" {...props} />}>
            {t('notify.toAccount')}
          </Button>
        )}
      </div>
      <Controller<NotifySettings, 'digestMinutes'>
        name="digestMinutes"
        render={({ field, fieldState }) => (
          <NumberInput
            label={t('notify.digest')}
            description={t('notify.digestHelp')}
            min={0}
            max={1440}
            allowDecimal={false}
            maw={280}
            value={field.value}
            onChange={(value) => field.onChange(Number(value) || 0)}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            ref={field.ref}
          />
        )}
      />
      {email !== null && <TestButton way="email" />}
    </SettingsSection>
  );
}
