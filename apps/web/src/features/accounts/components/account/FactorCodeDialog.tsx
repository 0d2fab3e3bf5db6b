import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useWords } from '../../../../i18n/use-words.ts';
import { applyFault } from '../../../../shell/apply-fault.ts';
import { FactorCodeField } from './FactorCodeField.tsx';

interface FactorCodeDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  text: string;
  color?: 'red';
  onCode: (code: string) => Promise<unknown>;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export function FactorCodeDialog({ opened, onClose, title, text, color, onCode }: FactorCodeDialogProps) {
  const { t } = useWords();
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
      close();
    } catch (error) {
      applyFault(form, error, { wrong_factor_code: 'code', validation_failed: 'code' });
    }
  });
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          {errors.root?.message && (
            <Alert color="red" role="alert">
              {errors.root.message}
            </Alert>
          )}
          <FactorCodeField {...form.register('code')} error={errors.code?.message} data-autofocus />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting} {...(color ? { color } : {})}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
