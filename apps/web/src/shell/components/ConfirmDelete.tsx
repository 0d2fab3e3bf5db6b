import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
  /** Has to be typed first: the name of what holds much and can't be brought back. */
  asksName?: string;
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
      <Question {...props} />
    </Modal>
  );
}

/** As people see it: 「ｶﾌｪ」 and 「カフェ」 are one name, and so are two spaces and one. */
const asRead = (name: string): string => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();

/** In the dialog, so that what was typed is gone when it is opened again. */
function Question({ asksName, onClose, onConfirm, children, action, pending, error }: ConfirmDeleteProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const isAsked = asksName !== undefined;
  const isConfirmed = !isAsked || asRead(typed) === asRead(asksName);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isConfirmed && pending !== true) onConfirm();
      }}
    >
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {isAsked && (
          <TextInput
            data-autofocus
            label={t('shell.typeName', { name: asksName })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
        {error ? (
          <Alert color="red" role="alert">
            {errorMessage(error)}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} {...(isAsked ? {} : { 'data-autofocus': true })}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isConfirmed} loading={pending ?? false}>
            {action ?? t('shell.delete')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
