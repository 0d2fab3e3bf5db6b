import type { WebHookView } from '@hanasu/contract/web-hooks';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { faultWords } from '../../../shell/fault-words.ts';
import { useDeleteWebHook, useRotateSecret } from '../web-hooks.queries.ts';
import { HookSecret } from './HookDialogs.tsx';

interface QuestionProps {
  hook: WebHookView;
  opened: boolean;
  onClose: () => void;
}

export function RemoveHook({ hook, opened, onClose }: QuestionProps) {
  const { t } = useWords();
  const remove = useDeleteWebHook();
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
      title={t('webHooks.removeTitle')}
      action={t('webHooks.remove')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(hook.uuid)}
    >
      {t('webHooks.removeText', { url: hook.url })}
    </ConfirmDelete>
  );
}

/** The old secret is of no use any more, so it asks first; then the new one, once. */
export function RenewSecret({ hook, opened, onClose }: QuestionProps) {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRotateSecret();
  const close = () => {
    setSecret(null);
    rotate.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('webHooks.renewTitle')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {secret === null ? (
        <Stack gap="md">
          <Text size="sm">{t('webHooks.renewText')}</Text>
          {rotate.error && (
            <Alert color="red" role="alert">
              {faultWords(rotate.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} data-autofocus>
              {t('shell.cancel')}
            </Button>
            <Button
              loading={rotate.isPending}
              onClick={() => rotate.mutate(hook.uuid, { onSuccess: (made) => setSecret(made.secret) })}
            >
              {t('webHooks.renewAction')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <HookSecret secret={secret} onDone={close} />
      )}
    </Modal>
  );
}
