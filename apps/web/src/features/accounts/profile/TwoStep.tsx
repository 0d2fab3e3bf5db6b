import type { UserView } from '@hanasu/contract/accounts';
import type { startSecondFactor } from '@hanasu/contract/sessions';
import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { CopyButton } from '../../../shell/clipboard/CopyButton.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { ReauthenticateDialog } from '../ReauthenticateDialog.tsx';
import { secondFactorQuery, useFactorCode, useStartSecondFactor } from './account.queries.ts';
import classes from './SettingsList.module.css';

type Dialog = 'prove' | 'renew' | 'disable' | null;

/** Off → secret as a picture → code → recovery codes once → on. */
export function TwoStep({ user }: { user: UserView }) {
  const { t } = useWords();
  const state = useQuery(secondFactorQuery);
  const start = useStartSecondFactor();
  const renew = useFactorCode('renew');
  const disable = useFactorCode('disable');
  const [dialog, setDialog] = useState<Dialog>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!state.data) return <Skeleton height={60} aria-hidden />;
  const { enabled, recoveryCodesLeft } = state.data;
  const close = () => setDialog(null);
  return (
    <Stack gap="md" align="flex-start">
      <Badge color={enabled ? 'green' : 'gray'}>{t(enabled ? 'account.on' : 'account.off')}</Badge>
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {enabled && !codes && <Text size="sm">{t('account.recoveryLeft', { count: recoveryCodesLeft })}</Text>}
      {enabled && recoveryCodesLeft < 3 && <Alert color="yellow">{t('account.recoveryFew')}</Alert>}
      {!enabled && !start.data && <Button onClick={() => setDialog('prove')}>{t('account.turnOn')}</Button>}
      {!enabled && start.data && (
        <TwoStepSetup
          setup={start.data}
          onCancel={start.reset}
          onDone={(fresh) => {
            start.reset();
            setCodes(fresh);
          }}
        />
      )}
      {enabled && !codes && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setDialog('renew')}>
            {t('account.newRecoveryCodes')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setDialog('disable')}>
            {t('account.turnOff')}
          </Button>
        </Group>
      )}
      <ReauthenticateDialog
        user={user}
        opened={dialog === 'prove'}
        onClose={close}
        title={t('account.turnOnTitle')}
        text={t('account.proveText')}
        action={t('account.goOn')}
        onProve={(password) => start.mutateAsync(password)}
      />
      <FactorCodeDialog
        opened={dialog === 'renew'}
        onClose={close}
        title={t('account.newRecoveryCodes')}
        text={t('account.newRecoveryCodesText')}
        onCode={async (code) => setCodes(await renew.mutateAsync(code))}
      />
      <FactorCodeDialog
        opened={dialog === 'disable'}
        onClose={close}
        title={t('account.turnOff')}
        text={t('account.turnOffText')}
        color="red"
        onCode={async (code) => {
          await disable.mutateAsync(code);
          toasts.add({ title: t('account.turnedOff') });
        }}
      />
    </Stack>
  );
}

interface FactorCodeDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  color?: 'red';
  onCode: (code: string) => Promise<unknown>;
}

/** Asks for a code of the authenticator app, or a recovery code. */
function FactorCodeDialog({ opened, onClose, title, text, color, onCode }: FactorCodeDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
      close();
    } catch (error) {
      applyFormError(form, error, { wrong_factor_code: 'code', validation_failed: 'code' });
    }
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <FactorCodeField {...form.register('code')} error={errors.code?.message} data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting} {...(color ? { color } : {})}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown this once: copy, save as a file, then go on. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useWords();
  const text = codes.join('\n');
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'hanasu-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Stack gap="sm" w="100%">
      <Alert color="yellow" title={t('account.recoveryTitle')}>
        <Text size="sm">{t('account.recoveryText')}</Text>
      </Alert>
      <ul className={classes.codes} aria-label={t('account.recoveryTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
              {t(copied ? 'account.copied' : 'account.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<Icon name="file-text" />} onClick={save}>
          {t('account.saveFile')}
        </Button>
        <Button onClick={onDone}>{t('account.keptThem')}</Button>
      </Group>
    </Stack>
  );
}

interface TwoStepSetupProps {
  setup: z.output<typeof startSecondFactor.output>;
  onCancel: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

function TwoStepSetup({ setup, onCancel, onDone }: TwoStepSetupProps) {
  const { t } = useWords();
  const confirm = useFactorCode('confirm');
  const form = useForm({ defaultValues: { code: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onDone(await confirm.mutateAsync(code));
    } catch (error) {
      applyFormError(form, error, { wrong_factor_code: 'code', validation_failed: 'code' });
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

/** Six digits of the app; phones offer them from their keyboard. */
function FactorCodeField(props: TextInputProps) {
  const { t } = useWords();
  return (
    <TextInput
      label={t('account.code')}
      description={t('account.codeHelp')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}
