import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import type { DoneAgain } from '../settings-values.ts';

interface ConfirmAgainProps {
  /** Null: nothing is asked. */
  again: DoneAgain | null;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what a change of settings makes necessary before it is saved. */
export function ConfirmAgain({ again, onClose, onConfirm }: ConfirmAgainProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={again !== null}
      onClose={onClose}
      title={t('knowledgeSettings.againTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Stack gap={6}>
          {again !== null && again.documents > 0 && (
            <Text size="sm">{t('knowledgeSettings.againDocuments', { count: again.documents })}</Text>
          )}
          {again !== null && again.passages > 0 && (
            <Text size="sm">{t('knowledgeSettings.againVectors', { count: again.passages })}</Text>
          )}
          <Text size="sm" c="dimmed">
            {t('knowledgeSettings.againMeanwhile')}
          </Text>
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button onClick={onConfirm} data-autofocus>
            {t('knowledgeSettings.saveAgain')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
