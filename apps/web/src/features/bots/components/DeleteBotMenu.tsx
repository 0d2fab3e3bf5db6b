import type { BotView } from '@hanasu/contract/bots';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useDeleteBot } from '../bots.queries.ts';

/** The “…” of a bot; deleting says what goes with it. */
export function DeleteBotMenu({ bot }: { bot: BotView }) {
  const { t } = useWords();
  const [asking, dialog] = useDisclosure(false);
  const remove = useDeleteBot();
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(bot.uuid, {
      onSuccess: () => {
        dialog.close();
        toasts.add({ title: t('bots.deleted', { name: bot.name }) });
        void navigate({ to: '/Bot' });
      },
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('shell.more')}: ${bot.name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
            {t('bots.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDelete
        opened={asking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t('bots.deleteTitle', { name: bot.name })}
        action={t('bots.delete')}
        pending={remove.isPending}
        error={remove.error}
      >
        <p style={{ margin: 0 }}>{t('bots.deleteText')}</p>
        {bot.channels.length > 0 && (
          <>
            <p style={{ margin: '8px 0 0' }}>{t('bots.deleteChannels', { count: bot.channels.length })}</p>
            <ul style={{ margin: '4px 0 0' }}>
              {bot.channels.map(({ uuid, name }) => (
                <li key={uuid}>{name}</li>
              ))}
            </ul>
          </>
        )}
      </ConfirmDelete>
    </>
  );
}
