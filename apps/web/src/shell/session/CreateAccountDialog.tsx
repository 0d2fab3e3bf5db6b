import type { UserView } from '@hanasu/contract/accounts';
import { createAccount } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { applyFormError } from '../api/apply-form-error.ts';
import { toasts } from '../notifications/toasts.tsx';

interface CreateAccountDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Goes to the account that was made. */
  enter: (user: UserView) => Promise<void>;
  onCreated: () => void;
}

const Input = createAccount.body.pick({ name: true });

/** One more account for the same person. */
export function CreateAccountDialog({ opened, onClose, enter, onCreated }: CreateAccountDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shell.accountSwitcher.createTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Form
        enter={enter}
        onCancel={onClose}
        onCreated={() => {
          onClose();
          onCreated();
        }}
      />
    </Modal>
  );
}

interface FormProps extends Pick<CreateAccountDialogProps, 'enter' | 'onCreated'> {
  onCancel: () => void;
}

function Form({ enter, onCancel, onCreated }: FormProps) {
  const { t } = useWords();
  const create = useMutation({
    mutationFn: (name: string) =>
      call(createAccount, {
        body: { name, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onSuccess: enter,
    meta: { inPlace: true },
  });
  const form = useForm({ resolver: zodResolver(Input), defaultValues: { name: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await create.mutateAsync(name);
      toasts.add({ title: t('shell.accountSwitcher.switched', { name }) }, 'account');
      onCreated();
    } catch (error) {
      applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('shell.accountSwitcher.createText')}
        </Text>
        {errors.root?.message && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <TextInput
          label={t('shell.accountSwitcher.name')}
          placeholder={t('shell.accountSwitcher.namePlaceholder')}
          data-autofocus
          {...form.register('name')}
          error={errors.name?.message}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('shell.accountSwitcher.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
