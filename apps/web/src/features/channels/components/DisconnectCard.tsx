import type { ChannelView } from '@hanasu/contract/channels';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '../../../i18n/use-words.ts';
import { ConfirmDelete } from '../../../shell/components/ConfirmDelete.tsx';
import { Surface } from '../../../shell/components/Surface.tsx';
import { toasts } from '../../../shell/toasts.tsx';
import { useDeleteChannel } from '../channels.queries.ts';
import { useKindName } from '../use-kind-name.ts';
import classes from './Channels.module.css';

/** Takes a channel away after saying what goes with it. */
export function DisconnectCard({ channel }: { channel: ChannelView }) {
  const { t } = useWords();
  const nameOf = useKindName();
  const navigate = useNavigate();
  const [asking, dialog] = useDisclosure(false);
  const remove = useDeleteChannel(channel.uuid);
  const { name } = channel;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.add({ title: t('channels.disconnected', { name }) });
        void navigate({ to: '/Channel' });
      },
    });
  return (
    <Surface aria-labelledby="disconnect-title">
      <div className={classes.danger}>
        <div>
          <h2 id="disconnect-title" className={classes.sectionTitle}>
            {t('channels.disconnect')}
          </h2>
          <p className={classes.sectionText}>{t('channels.disconnectText')}</p>
        </div>
        <Button variant="default" color="red" className={classes.dangerButton ?? ''} onClick={dialog.open}>
          {t('channels.disconnect')}
        </Button>
      </div>
      <ConfirmDelete
        opened={asking}
        onClose={dialog.close}
        onConfirm={confirm}
        title={t('channels.disconnectTitle', { name })}
        action={t('channels.disconnect')}
        pending={remove.isPending}
        error={remove.error}
      >
        <p style={{ margin: 0 }}>{t('channels.goesWith')}</p>
        <ul style={{ margin: '6px 0 0' }}>
          <li>{t('channels.goesConversations')}</li>
          <li>{t('channels.goesFriends')}</li>
          <li>
            {channel.sandbox
              ? t('channels.goesSandbox')
              : t('channels.goesCredentials', { name: nameOf(channel.kind) })}
          </li>
        </ul>
      </ConfirmDelete>
    </Surface>
  );
}
