import { type ConversationView, setHandling } from '@hanasu/contract/inbox';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SHORTCUTS } from '../../../shell/layout/shortcuts.ts';
import { meQuery } from '../../../shell/shell.queries.ts';
import { usePermission } from '../../../shell/use-permission.ts';
import { useSetHandling } from '../inbox.mutations.ts';
import { useAssign, useSnooze } from '../inbox-work.mutations.ts';
import { useInboxKeys } from '../use-inbox-keys.ts';
import { type HandlingAction, isLocked, possibleActions } from './use-status-actions.ts';

/** Everything a person can do with the open conversation, by button or by key. */
export function useConversationWork(
  conversation: ConversationView,
  on: { onTaken: () => void; onDone: (conversation: ConversationView) => void },
) {
  const { data: me } = useQuery(meQuery);
  const may = usePermission(setHandling);
  const handling = useSetHandling(conversation.uuid);
  const assign = useAssign(conversation.uuid);
  const snooze = useSnooze(conversation.uuid);
  const [menu, setMenu] = useState<'assign' | 'snooze' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const locked = isLocked(conversation, me?.uuid);
  const actions = may ? possibleActions(conversation, me?.uuid) : [];
  const run = (to: HandlingAction['to']) =>
    // The button that was pressed goes away with it; the focus goes where one writes next.
    handling.mutate(
      { handling: to },
      {
        onSuccess: () => {
          if (to === 'operator') on.onTaken();
          if (to === 'closed') on.onDone(conversation);
        },
      },
    );
  const runIfPossible = (to: HandlingAction['to']) => {
    if (actions.some((action) => action.to === to)) run(to);
  };
  useInboxKeys(
    may
      ? [
          [SHORTCUTS.takeOver.keys[0], () => (locked ? setAsking(true) : runIfPossible('operator'))],
          [SHORTCUTS.giveBack.keys[0], () => runIfPossible('bot')],
          [SHORTCUTS.closeConversation.keys[0], () => runIfPossible('closed')],
          [SHORTCUTS.assign.keys[0], () => setMenu('assign')],
          [SHORTCUTS.snooze.keys[0], () => setMenu('snooze')],
        ]
      : [],
  );
  return {
    actions,
    run,
    pending: handling.isPending ? handling.variables.handling : null,
    locked,
    isAsking: locked && isAsking,
    setAsking,
    menu,
    setMenu,
    assign: assign.mutate,
    snooze: snooze.mutate,
  };
}
export type ConversationWork = ReturnType<typeof useConversationWork>;
