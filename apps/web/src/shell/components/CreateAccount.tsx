import { createAccount } from '@hanasu/contract/team';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../i18n/use-words.ts';
import { useCreateAccount } from '../accounts.queries.ts';
import { applyFault } from '../apply-fault.ts';
import { toasts } from '../toasts.tsx';

interface CreateAccountProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (() => void) | undefined;
}

const Input = createAccount.body.pick({ name: true });

/** One more account for the same person. */
export function CreateAccount({ opened, onClose, onCreated }: CreateAccountProps) {
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
        onCancel={onClose}
        onCreated={() => {
          onClose();
          onCreated?.();
        }}
      />
    </Modal>
  );
}

function Form({ onCancel, onCreated }: { onCancel: () => void; onCreated: () => void }) {
  const { t } = useWords();
  const create = useCreateAccount();
  const form = useForm({ resolver: zodResolver(Input), defaultValues: { name: '' } });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await create.mutateAsync(name);
      toasts.add({ title: t('shell.accountSwitcher.switched', { name }) }, 'account');
      onCreated();
    } catch (error) {
      applyFault(form, error);
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
