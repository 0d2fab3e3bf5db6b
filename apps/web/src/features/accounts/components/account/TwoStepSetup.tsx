import type { startSecondFactor } from '@hanasu/contract/sessions';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../../../i18n/use-words.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { useFactorCode } from '../../account.queries.ts';
import { FactorCodeField } from './FactorCodeField.tsx';
import classes from './SettingsList.module.css';

interface TwoStepSetupProps {
  setup: z.output<typeof startSecondFactor.output>;
  onCancel: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

export function TwoStepSetup({ setup, onCancel, onDone }: TwoStepSetupProps) {
  const { t } = useWords();
  const confirm = useFactorCode('confirm');
  const form = useForm({ defaultValues: { code: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onDone(await confirm.mutateAsync(code));
    } catch (error) {
      applyFault(form, error, { wrong_factor_code: 'code', validation_failed: 'code' });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md" maw={460}>
        <Text size="sm">{t('account.scan')}</Text>
        <QRCodeSVG value={setup.uri} size={184} className={classes.qr} title={t('account.qr')} />
        <Text size="sm">
          {t('account.typeSecret')} <span className={classes.secret}>{setup.secret}</span>
        </Text>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <FactorCodeField
          inputMode="numeric"
          description={t('account.scanThen')}
          {...form.register('code')}
          error={errors.code?.message}
        />
        <Group gap="xs">
          <Button type="submit" loading={confirm.isPending}>
            {t('account.turnOn')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
