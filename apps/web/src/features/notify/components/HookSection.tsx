import type { NotifySettings } from '@hanasu/contract/notify';
import { Button, TextInput } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { FaultNotice } from '../../../shell/components/FaultNotice.tsx';
import { SettingsSection } from '../../../shell/components/SettingsSection.tsx';
import { ShownOnce } from '../../api-keys/components/ShownOnce.tsx';
import { useRotateSecret } from '../notify.queries.ts';
import classes from './Notify.module.css';
import { TestButton } from './TestButton.tsx';

export function HookSection({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useWords();
  const { register, formState, control } = useFormContext<NotifySettings>();
  const url = useWatch({ control, name: 'webHookUrl' });
  const rotate = useRotateSecret();
  return (
    <SettingsSection title={t('notify.hook')} text={t('notify.hookText')}>
      <TextInput
        label={t('notify.hookUrl')}
        placeholder="https://example.com/notify"
        type="url"
        autoComplete="off"
        {...register('webHookUrl')}
        error={formState.errors.webHookUrl?.message}
      />
      {url !== '' && (
        <div className={classes.row}>
          <p>{t(hasSecret ? 'notify.hasSecret' : 'notify.noSecret')}</p>
          <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
            {t(hasSecret ? 'notify.newSecret' : 'notify.makeSecret')}
          </Button>
        </div>
      )}
      {rotate.error && <FaultNotice error={rotate.error} />}
      {rotate.data && (
        <ShownOnce
          title={t('notify.secretTitle')}
          text={t('notify.secretText')}
          label={t('notify.secret')}
          value={rotate.data.secret}
          onDone={rotate.reset}
        />
      )}
      {url !== '' && <TestButton way="web_hook" isDirty={formState.dirtyFields.webHookUrl === true} />}
    </SettingsSection>
  );
}
