import type { BotId } from '@hanasu/contract/ids';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useWords } from '../../../i18n/use-words.ts';
import { faultWords } from '../../../shell/fault-words.ts';
import type { Autosave } from '../use-autosave.ts';
import { usePublishing } from './use-publishing.ts';

interface RollBackProps {
  uuid: BotId;
  number: number;
  autosave: Autosave;
}

/** Puts a version into the draft, after saying that the draft is lost and customers notice nothing yet. */
export function RollBack({ uuid, number, autosave }: RollBackProps) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const { rollBack } = usePublishing(uuid, autosave);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${t('botEditor.rollBack')}: ${t('botEditor.version', { version: number })}`}
        onClick={dialog.open}
      >
        {t('botEditor.rollBack')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={dialog.close}
        title={t('botEditor.rollBackTitle', { version: number })}
        centered
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Stack gap="md">
          <Text size="sm">{t('botEditor.rollBackText', { version: number })}</Text>
          {rollBack.error && (
            <Alert color="red" role="alert">
              {faultWords(rollBack.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {t('shell.cancel')}
            </Button>
            <Button
              loading={rollBack.isPending}
              onClick={() => rollBack.mutate(number, { onSuccess: dialog.close })}
            >
              {t('botEditor.rollBack')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
