import type { WebHookView } from '@hanasu/contract/web-hooks';
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import { useSaveWorkflow } from './web-hooks.queries.ts';

/** Names in the file, which are English in every language. */
const NAMES = { node: 'Check signature', place: 'whsec_PUT_THE_SECRET_HERE' } as const;

interface N8nFileProps {
  hook: WebHookView;
  opened: boolean;
  onClose: () => void;
}

/** Offers the workflow that receives the events of a web hook in n8n, and says what to do with it there. */
export function N8nFile({ hook, opened, onClose }: N8nFileProps) {
  const { t } = useWords();
  const save = useSaveWorkflow();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('webHooks.n8n.title')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('webHooks.n8n.text')}</Text>
        <List type="ordered" size="sm" spacing={6}>
          <List.Item>{t('webHooks.n8n.import')}</List.Item>
          <List.Item>{t('webHooks.n8n.secret', NAMES)}</List.Item>
          <List.Item>{t('webHooks.n8n.publish')}</List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('webHooks.n8n.noSecret')}
        </Text>
        {save.error && (
          <Alert color="red" role="alert">
            {errorMessage(save.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            leftSection={<Icon name="download" />}
            loading={save.isPending}
            onClick={() => save.mutate(hook.uuid)}
          >
            {t('webHooks.n8n.download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
