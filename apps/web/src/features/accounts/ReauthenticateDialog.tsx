import type { UserView } from '@hanasu/contract/accounts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { applyFormError } from '../../shell/api/apply-form-error.ts';
import { PasswordField } from '../../shell/components/PasswordField.tsx';

interface ProofDialogProps {
  user: UserView;
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  action: string;
  /** Red for what can't be undone. */
  color?: 'red';
  /** Does it; what it throws is shown beside the password. */
  onProve: (password: string | undefined) => Promise<unknown>;
}

const FIELD_BY_CODE = { wrong_password: 'password' } as const;

/** Asks who is there once more before something that matters; people without a password just confirm. */
export function ReauthenticateDialog({
  user,
  opened,
  onClose,
  title,
  text,
  action,
  color,
  onProve,
}: ProofDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onProve(password || undefined);
      close();
    } catch (error) {
      applyFormError(form, error, FIELD_BY_CODE);
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
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          {user.hasPassword && (
            <PasswordField
              label={t('account.currentPassword')}
              autoComplete="current-password"
              data-autofocus
              {...form.register('password')}
              error={errors.password?.message}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting} {...(color ? { color } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
