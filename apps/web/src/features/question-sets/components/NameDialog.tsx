import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../i18n/use-words.ts';
import { applyFault } from '../../../shell/apply-fault.ts';

interface NameDialogProps {
  title: string;
  name: string;
  isPending: boolean;
  onClose: () => void;
  onSave: (name: string) => Promise<void>;
}

/** The name of a set. */
export function NameDialog({ title, name, isPending, onClose, onSave }: NameDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { name } });
  const save = form.handleSubmit(async (values) => {
    try {
      await onSave(values.name.trim());
    } catch (error) {
      applyFault(form, error);
      return;
    }
    onClose();
  });
  const { errors } = form.formState;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <TextInput
            label={t('questionSets.name')}
            placeholder={t('questionSets.nameExample')}
            maxLength={120}
            data-autofocus
            {...form.register('name', {
              validate: (value) => value.trim() !== '' || t('fields.required'),
            })}
            error={errors.name?.message}
          />
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('questionSets.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
