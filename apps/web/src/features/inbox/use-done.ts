import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../i18n/use-words.ts';
import { toasts } from '../../shell/notifications/toasts.tsx';
import { meQuery } from '../../shell/shell.queries.ts';
import { useUndoClose } from './inbox.mutations.ts';
import { fetchNextWaiting } from './inbox.queries.ts';
import { useConversationWords } from './use-conversation-words.ts';

/** Whether the next who waits is opened after one is done; on this device. */
export const useAfterDone = () =>
  useLocalStorage<'next' | 'stay'>({
    key: 'inbox-after-done',
    defaultValue: 'next',
    getInitialValueInEffect: false,
  });

/** What follows when a conversation is done: it can be taken back, and the next who waits is opened. */
export function useDone(open: ConversationId | null, onOpen: (uuid: ConversationId | null) => void) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const { data: me } = useQuery(meQuery);
  const { mutate: undo } = useUndoClose();
  const [after] = useAfterDone();
  const goToNext = async (current: ConversationId | null) => {
    const next = await fetchNextWaiting(current, me?.uuid);
    onOpen(next ?? null);
    return next;
  };
  return {
    onDone: (conversation: ConversationView) => {
      const { uuid } = conversation;
      const takeBack = () => {
        toasts.remove(id);
        undo(uuid, { onSuccess: () => onOpen(uuid) });
      };
      const id = `done-${uuid}`;
      toasts.add(
        {
          title: t('inboxList.done.title', { name: nameOf(conversation) }),
          action: { label: t('inboxList.done.undo'), onClick: takeBack },
        },
        id,
      );
      // The list stays usable when the next one can't be found.
      if (after === 'next') void goToNext(uuid).catch(() => onOpen(null));
    },
    /** By key: who waits longest. */
    onNextWaiting: async () => {
      const next = await fetchNextWaiting(open, me?.uuid).catch(() => undefined);
      if (next) onOpen(next);
      else if (next === null)
        toasts.add({ title: t('inboxList.done.nobodyWaits'), color: 'info' }, 'nobody-waits');
    },
  };
}
