import { type FoundContent, updateAccount } from '@hanasu/contract/accounts';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { call } from '../api/api-client.ts';
import { meQuery } from '../shell.queries.ts';

const KINDS = ['bots', 'channels', 'tools'] as const satisfies readonly (keyof FoundContent)[];

/** After an account was taken over from whoever had registered the address: what stands in it. */
export function FoundContentDialog({ found }: { found: FoundContent }) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: () => call(updateAccount, { body: { foundContent: null } }),
    onSuccess: (user) => queryClient.setQueryData(meQuery.queryKey, user),
  });
  const kinds = KINDS.filter((kind) => found[kind].length > 0);
  return (
    <Modal
      opened
      onClose={() => read.mutate()}
      title={t('session.found.title')}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('session.found.ended')}</Text>
        <Text size="sm">{t(kinds.length > 0 ? 'session.found.look' : 'session.found.nothing')}</Text>
        {kinds.map((kind) => (
          <div key={kind}>
            <Text size="sm" fw={600}>
              {t(`session.found.${kind}`)}
            </Text>
            <List size="sm">
              {found[kind].map((name) => (
                <List.Item key={name}>{name}</List.Item>
              ))}
            </List>
          </div>
        ))}
        <Group justify="flex-end">
          <Button loading={read.isPending} onClick={() => read.mutate()}>
            {t('session.found.read')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
