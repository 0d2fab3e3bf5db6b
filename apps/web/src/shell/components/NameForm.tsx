import { shortWords } from '@hanasu/contract/typed-words';
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { isApiError } from '../api/api-error.ts';
import { errorMessage } from '../api/error-message.ts';

interface NameDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: 'lg';
  /** A form. */
  children: ReactNode;
}

export function NameDialog({ opened, onClose, title, size, children }: NameDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      {...(size && { size })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
    </Modal>
  );
}

const NAME_MAX = 80;
const NameShape = shortWords(NAME_MAX).min(1);

interface NameFormProps {
  label: string;
  help: string;
  /** Until something is typed. */
  first?: string;
  action: string;
  isPending: boolean;
  error: Error | null;
  onName: (name: string) => void;
  onCancel: () => void;
  above?: ReactNode;
  below?: ReactNode;
}

/** Asks for a name that nothing else of its kind has. */
export function NameForm(props: NameFormProps) {
  const { label, help, first = '', action, isPending, error, onName, onCancel, above, below } = props;
  const { t } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const name = typed ?? first;
  const isTaken = isApiError(error, 'name_taken');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (NameShape.safeParse(name).success && !isPending) onName(name);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error && !isTaken && (
          <Alert color="red" role="alert">
            {errorMessage(error)}
          </Alert>
        )}
        {above}
        <TextInput
          label={label}
          description={help}
          data-autofocus
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isTaken ? errorMessage(error) : isChecked && !name.trim() && t('fields.required')}
        />
        {below}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
