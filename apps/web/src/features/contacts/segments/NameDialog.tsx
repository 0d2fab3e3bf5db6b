import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';

interface NameDialogProps {
  title: string;
  submit: string;
  hint?: string;
  start?: string;
  children?: ReactNode;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: (name: string) => void;
}

/** Asks what a segment is to be called. */
export function NameDialog(props: NameDialogProps) {
  const { title, submit, hint, start = '', children, isPending, error, onClose, onSubmit } = props;
  const { t } = useWords();
  const [name, setName] = useState(start);
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (name.trim() !== '' && !isPending) onSubmit(name.trim());
        }}
      >
        <Stack gap="md">
          {children}
          <TextInput
            data-autofocus
            label={t('segments.name')}
            description={hint}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {error && (
            <Alert color="red" role="alert">
              {errorMessage(error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
