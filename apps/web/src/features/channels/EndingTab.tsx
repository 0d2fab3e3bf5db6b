import type { ChannelView } from '@hanasu/contract/channels';
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isBuiltIn } from '../../entities/channel/channel-kinds.ts';
import {
  useDeleteChannel,
  useDisconnectChannel,
  usePauseChannel,
} from '../../entities/channel/channels.queries.ts';
import { useKindName } from '../../entities/channel/use-kind-name.ts';
import { allMenusQuery, isPublished } from '../../entities/rich-menu/rich-menus.queries.ts';
import { useWords } from '../../i18n/use-words.ts';
import { ConfirmDelete } from '../../shell/components/ConfirmDelete.tsx';
import { SettingsSection } from '../../shell/components/SettingsSection.tsx';
import { toasts } from '../../shell/notifications/toasts.tsx';
import classes from './Channels.module.css';

/** Two ways to end a channel: the one that keeps what was said comes first. */
export function EndingTab({ channel }: { channel: ChannelView }) {
  const { status, kind } = channel;
  return (
    <Stack gap="md" className={classes.page ?? ''}>
      {isBuiltIn(kind)
        ? status !== 'paused' && <TurnOffCard channel={channel} />
        : status !== 'disconnected' && <DisconnectCard channel={channel} />}
      <DeleteCard channel={channel} />
    </Stack>
  );
}

/** The web chat has nothing to be disconnected from. */
function TurnOffCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const pause = usePauseChannel(channel.uuid);
  return (
    <SettingsSection title={t('channelPage.ending.off')} text={t('channelPage.ending.offText')}>
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(true)}>
        {t('channelPage.ending.off')}
      </Button>
    </SettingsSection>
  );
}

function DisconnectCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const [asking, dialog] = useDisclosure(false);
  const disconnect = useDisconnectChannel(channel.uuid);
  const { name } = channel;
  const confirm = () =>
    disconnect.mutate(undefined, {
      onSuccess: () => toasts.add({ title: t('channelPage.ending.disconnected', { name }) }),
    });
  return (
    <SettingsSection title={t('channelPage.ending.disconnect')} text={t('channelPage.ending.disconnectText')}>
      <Button variant="default" onClick={dialog.open}>
        {t('channelPage.ending.disconnect')}
      </Button>
      <ConfirmDelete
        opened={asking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t('channelPage.ending.disconnectTitle', { name })}
        action={t('channelPage.ending.disconnectOnly')}
        pending={disconnect.isPending}
        error={disconnect.error}
      >
        <ul className={classes.plain}>
          <li>{t('channelPage.ending.keeps')}</li>
          <li>{t('channelPage.ending.stops')}</li>
          <MenusLine channel={channel} words={t('channelPage.ending.menusPause')} />
          <li>
            {channel.sandbox
              ? t('channelPage.ending.sandboxAgain')
              : t('channelPage.ending.forgets', { name: nameOf(channel.kind) })}
          </li>
        </ul>
      </ConfirmDelete>
    </SettingsSection>
  );
}

/** Only for channels whose friends are shown a menu. */
function MenusLine({ channel, words }: { channel: ChannelView; words: string }) {
  const { data: menus = [] } = useQuery(allMenusQuery);
  const isShown = menus.some((menu) => menu.channelUuid === channel.uuid && isPublished(menu));
  return isShown && <li>{words}</li>;
}

/** For good, so it asks for the channel's name. */
function DeleteCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const navigate = useNavigate();
  const [asking, dialog] = useDisclosure(false);
  const remove = useDeleteChannel(channel.uuid);
  const { name } = channel;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ title: t('channelPage.ending.deleted', { name }) });
        void navigate({ to: '/Channel' });
      },
    });
  return (
    <SettingsSection
      title={t('channelPage.ending.delete')}
      text={t('channelPage.ending.deleteText')}
      tone="danger"
    >
      <Button variant="default" className={classes.dangerButton ?? ''} onClick={dialog.open}>
        {t('channelPage.ending.delete')}
      </Button>
      <ConfirmDelete
        opened={asking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t('channelPage.ending.deleteTitle', { name })}
        action={t('channelPage.ending.delete')}
        asksName={name}
        pending={remove.isPending}
        error={remove.error}
      >
        <p className={classes.noticeText}>{t('channels.goesWith')}</p>
        <ul className={classes.plain}>
          <li>{t('channels.goesConversations')}</li>
          <li>{t('channels.goesFriends')}</li>
          <MenusLine channel={channel} words={t('channelPage.ending.menusGo')} />
          <li>
            {channel.sandbox
              ? t('channels.goesSandbox')
              : isBuiltIn(channel.kind)
                ? t('channelPage.ending.goesWeb')
                : t('channels.goesCredentials', { name: nameOf(channel.kind) })}
          </li>
        </ul>
      </ConfirmDelete>
    </SettingsSection>
  );
}
