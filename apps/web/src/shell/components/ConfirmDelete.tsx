import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../api/error-message.ts';

interface ConfirmDeleteProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What goes with it. */
  children: ReactNode;
  /** Words of the red button; “Delete” when absent. */
  action?: string;
  pending?: boolean;
  error?: unknown;
}

/** Asks before something is deleted and says what goes with it. */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text component="div" size="sm">
          {props.children}
        </Text>
        {props.error ? (
          <Alert color="red" role="alert">
            {errorMessage(props.error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {t('shell.cancel')}
          </Button>
          <Button color="red" onClick={props.onConfirm} loading={props.pending ?? false}>
            {props.action ?? t('shell.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
