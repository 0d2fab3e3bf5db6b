import type { CustomerId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { applyFormError } from '../../../shell/api/apply-form-error.ts';
import { useCreateCustomer } from './customers.queries.ts';

interface NewCustomerProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (uuid: CustomerId) => void;
}

/** Adds somebody who is on no channel yet. */
export function NewCustomer({ opened, onClose, onCreated }: NewCustomerProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('customers.create.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <CreateForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function CreateForm({ onClose, onCreated }: Omit<NewCustomerProps, 'opened'>) {
  const { t } = useWords();
  const format = useFormat();
  const create = useCreateCustomer();
  const form = useForm({ defaultValues: { displayName: '', kana: '', phones: '', emails: '' } });
  const { errors } = form.formState;
  /** Names of those who have the phone or e-mail address; null: none, or not asked yet. */
  const [known, setKnown] = useState<string | null>(null);
  const submit = form.handleSubmit(async ({ displayName, kana, phones, emails }) => {
    try {
      const { uuid } = await create.mutateAsync({
        displayName,
        kana,
        phones: phones.trim() ? [phones] : [],
        emails: emails.trim() ? [emails] : [],
        ifKnown: known === null ? 'refuse' : 'add',
      });
      onCreated(uuid);
    } catch (error) {
      if (isApiError(error) && error.code === 'customer_known') {
        const names = error.errors.map(({ message }) => message || t('customers.nameless'));
        setKnown(format.list(new Set(names)));
      } else applyFormError(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('customers.columns.name')}
          maxLength={120}
          autoComplete="off"
          error={errors.displayName?.message}
          {...form.register('displayName', {
            validate: (value) => value.trim() !== '' || t('fields.required'),
          })}
        />
        <TextInput
          label={t('contact.facts.kana')}
          description={t('customers.create.kanaHelp')}
          maxLength={120}
          autoComplete="off"
          error={errors.kana?.message}
          {...form.register('kana')}
        />
        <TextInput
          label={t('contact.facts.phones')}
          type="tel"
          maxLength={254}
          autoComplete="off"
          error={errors.phones?.message}
          {...form.register('phones', { onChange: () => setKnown(null) })}
        />
        <TextInput
          label={t('contact.facts.emails')}
          type="email"
          maxLength={254}
          autoComplete="off"
          error={errors.emails?.message}
          {...form.register('emails', { onChange: () => setKnown(null) })}
        />
        {known !== null && (
          <Alert color="yellow" role="alert">
            {t('customers.create.known', { names: known })}
          </Alert>
        )}
        {errors.root && (
          <Alert color="red" role="alert">
            {errors.root.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t(known === null ? 'customers.create.submit' : 'customers.create.addAnyway')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
