import type { BotView } from '@hanasu/contract/bots';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useDeleteBot } from '../bots.queries.ts';

interface DeleteBotProps {
  bot: BotView;
  opened: boolean;
  onClose: () => void;
}

/** Says what goes with a bot. */
export function DeleteBot({ bot, opened, onClose }: DeleteBotProps) {
  const { t } = useWords();
  const remove = useDeleteBot();
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(bot.uuid, {
      onSuccess: () => {
        onClose();
        toasts.add({ title: t('bots.deleted', { name: bot.name }) });
        void navigate({ to: '/Bot' });
      },
    });
  return (
    <ConfirmDelete
      opened={opened}
      onClose={onClose}
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
  );
}
