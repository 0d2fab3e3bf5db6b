import { type BotView, deleteBot } from '@hanasu/contract/bots';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { fetchBotFile, useDeleteBot, useDuplicateBot, usePauseBot } from '../../entities/bot/bots.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { errorMessage } from '../../shell/api/error-message.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { Icon } from '../../shell/icons/Icon.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { saveBlob } from '../../shell/save-blob.ts';
import { useIsForbidden } from '../../shell/use-permission.ts';

interface BotMenuProps {
  bot: BotView;
  /** Waits for what is being saved. */
  beforeAction?: () => Promise<unknown>;
  onPaused?: (bot: BotView) => void;
}

/** The “…” of a bot. */
export function BotMenu({ bot, beforeAction, onPaused }: BotMenuProps) {
  const { t } = useWords();
  const [isAsking, dialog] = useDisclosure(false);
  const navigate = useNavigate();
  const duplicate = useDuplicateBot();
  const pause = usePauseBot();
  if (useIsForbidden(deleteBot)) return null;
  const isPaused = bot.state === 'paused';
  const copy = async () => {
    await beforeAction?.();
    const made = await duplicate.mutateAsync({
      uuid: bot.uuid,
      name: t('botEditor.copyName', { name: bot.name }).slice(0, 80),
    });
    toasts.add({ title: t('botEditor.copied', { name: made.name }), description: t('botEditor.copiedText') });
    await navigate({ to: '/Bot/$id', params: { id: made.uuid } });
  };
  const save = async () => {
    await beforeAction?.();
    try {
      saveJson(await fetchBotFile(bot.uuid), fileNameOf(bot.name));
    } catch (error) {
      toasts.add({ title: errorMessage(error), color: 'error' });
    }
  };
  const setPaused = async () => {
    await beforeAction?.();
    const changed = await pause.mutateAsync({ uuid: bot.uuid, paused: !isPaused });
    onPaused?.(changed);
    toasts.add({ title: t(isPaused ? 'botEditor.resumed' : 'botEditor.pausedNow', { name: bot.name }) });
  };
  // A failed mutation has told so by itself.
  const run = (action: () => Promise<void>) => () => void action().catch(() => undefined);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t('shell.more')}: ${bot.name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="copy" />} onClick={run(copy)}>
            {t('botEditor.duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="file-text" />} onClick={run(save)}>
            {t('botEditor.export')}
          </Menu.Item>
          {(isPaused || bot.version > 0) && (
            <Menu.Item leftSection={<Icon name={isPaused ? 'play' : 'pause'} />} onClick={run(setPaused)}>
              {t(isPaused ? 'botEditor.resume' : 'botEditor.pause')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<Icon name="trash-2" />} onClick={dialog.open}>
            {t('bots.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteBot bot={bot} opened={isAsking} onClose={dialog.close} />
    </>
  );
}

interface DeleteBotProps {
  bot: BotView;
  opened: boolean;
  onClose: () => void;
}

/** Says what goes with a bot. */
function DeleteBot({ bot, opened, onClose }: DeleteBotProps) {
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
      asksName={bot.name}
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

function saveJson(value: unknown, name: string): void {
  saveBlob(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);
}

/** Without what file systems refuse. */
const fileNameOf = (botName: string): string =>
  `${botName.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'bot'}.hanasu-bot.json`;
