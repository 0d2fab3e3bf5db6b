import type { ApiKeyView } from '@hanasu/contract/api-keys';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';
import { useChangeApiKey, useCreateApiKey } from '../api-keys.queries.ts';
import { bodyOfKey, formOfKey, KeyForm, NEW_KEY } from '../key-form.ts';
import { KeyFields } from './KeyFields.tsx';
import { ShownOnce } from './ShownOnce.tsx';

/** A new key: what it may do, then the key itself, once. */
export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useWords();
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setKey(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('apiKeys.newTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {key === null ? (
        <NewKeyForm onMade={setKey} onCancel={close} />
      ) : (
        <ShownOnce
          title={t('apiKeys.shownTitle')}
          text={t('apiKeys.shownText')}
          label={t('apiKeys.key')}
          value={key}
          onDone={close}
        />
      )}
    </Modal>
  );
}

function NewKeyForm({ onMade, onCancel }: { onMade: (key: string) => void; onCancel: () => void }) {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(KeyForm), defaultValues: NEW_KEY });
  const create = useCreateApiKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      onMade((await create.mutateAsync(bodyOfKey(values, Date.now()))).key);
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <KeyFields form={form} mayKeep={false} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('apiKeys.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EditKeyDialogProps {
  apiKey: ApiKeyView;
  opened: boolean;
  onClose: () => void;
}

export function EditKeyDialog({ apiKey, opened, onClose }: EditKeyDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('apiKeys.editTitle', { name: apiKey.name })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <EditKeyForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  );
}

function EditKeyForm({ apiKey, onClose }: Pick<EditKeyDialogProps, 'apiKey' | 'onClose'>) {
  const { t } = useWords();
  const form = useForm({ resolver: zodResolver(KeyForm), defaultValues: formOfKey(apiKey) });
  const change = useChangeApiKey();
  const submit = form.handleSubmit(async (values) => {
    try {
      const { botUuids, ...body } = bodyOfKey(values, Date.now());
      // Bots that were deleted since stand in the way only of who changes the bots.
      const bots = form.formState.dirtyFields.botUuids ? { botUuids } : {};
      await change.mutateAsync({ uuid: apiKey.uuid, ...body, ...bots });
      onClose();
    } catch (error) {
      applyFault(form, error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <KeyFields form={form} mayKeep />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('apiKeys.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
