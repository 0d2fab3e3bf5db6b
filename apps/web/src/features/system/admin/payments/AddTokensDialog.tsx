import type { UserView } from '@hanasu/contract/accounts';
import type { AdminAccountView } from '@hanasu/contract/admin';
import { ADDED_DAYS_MAX, ADDED_REASON_MAX, ADDED_TOKENS_MAX } from '@hanasu/contract/admin-payments';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../../i18n/use-words.ts';
import { isApiError } from '../../../../shell/api/api-error.ts';
import { applyFormError } from '../../../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../../../shell/components/PasswordField.tsx';
import { WholeNumberInput } from '../../../../shell/components/WholeNumberInput.tsx';
import { newId } from '../../../../shell/new-id.ts';
import { toasts } from '../../../../shell/notifications/toasts.tsx';
import { useAddTokens } from './admin-payments.queries.ts';

interface CreditValues {
  /** Empty, or what the field could read as a number. */
  tokens: number | '';
  reason: string;
  days: number | '';
  password: string;
}

interface AddTokensDialogProps {
  account: AdminAccountView;
  /** The administrator. */
  user: UserView;
  onClose: () => void;
}

/** The form of one credit; it is one credit however often it is sent. */
function useCreditForm({ account: { uuid, name }, onClose }: AddTokensDialogProps) {
  const { t } = useWords();
  const format = useFormat();
  const [idempotencyKey] = useState(newId);
  const form = useForm<CreditValues>({
    defaultValues: { tokens: '', reason: '', days: '', password: '' },
  });
  const add = useAddTokens(uuid);
  const submit = form.handleSubmit(async ({ tokens, reason, days, password }) => {
    const count = Number(tokens);
    try {
      await add.mutateAsync({
        idempotencyKey,
        tokens: count,
        reason,
        ...(days === '' ? {} : { days }),
        ...(password ? { password } : {}),
      });
      toasts.add({
        title: t('adminPayments.add.done', { count, number: format.number(count), name }),
        color: 'success',
      });
      onClose();
    } catch (error) {
      if (isApiError(error, 'payment_key_used'))
        form.setError('root', { message: t('adminPayments.add.keyUsed') });
      else applyFormError(form, error, { wrong_password: 'password' });
    }
  });
  return { form, submit };
}

/** Adds tokens to one account, after the administrator's password. */
export function AddTokensDialog(props: AddTokensDialogProps) {
  const { t } = useWords();
  const format = useFormat();
  const { account, user, onClose } = props;
  const { form, submit } = useCreditForm(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('adminPayments.add.title', { name: account.name })}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('adminPayments.add.text', { balance: format.number(account.balance) })}</Text>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <CreditFields form={form} />
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          {user.hasPassword && (
            <PasswordField
              label={t('admin.erase.password')}
              autoComplete="current-password"
              {...form.register('password', { validate: (value) => value !== '' || t('fields.required') })}
              error={errors.password?.message}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {t('adminPayments.add.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const isBetween = (value: number | '', most: number): boolean =>
  value !== '' && Number.isInteger(value) && value >= 1 && value <= most;

function CreditFields({ form }: { form: UseFormReturn<CreditValues> }) {
  const { t } = useWords();
  const format = useFormat();
  const wrong = (most: number) => t('adminPayments.add.numberWrong', { most: format.number(most) });
  const numberField = (name: 'tokens' | 'days', most: number) => (
    <Controller
      control={form.control}
      name={name}
      rules={{
        validate: (value) => (name === 'days' && value === '') || isBetween(value, most) || wrong(most),
      }}
      render={({ field, fieldState }) => (
        <WholeNumberInput
          label={t(`adminPayments.add.${name}`)}
          {...(name === 'days'
            ? { description: t('adminPayments.add.daysHelp') }
            : { 'data-autofocus': true })}
          min={1}
          max={most}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          ref={field.ref}
        />
      )}
    />
  );
  return (
    <>
      {numberField('tokens', ADDED_TOKENS_MAX)}
      <TextInput
        label={t('adminPayments.add.reason')}
        description={t('adminPayments.add.reasonHelp')}
        maxLength={ADDED_REASON_MAX}
        autoComplete="off"
        {...form.register('reason', { validate: (value) => value.trim() !== '' || t('fields.required') })}
        error={form.formState.errors.reason?.message}
      />
      {numberField('days', ADDED_DAYS_MAX)}
    </>
  );
}
