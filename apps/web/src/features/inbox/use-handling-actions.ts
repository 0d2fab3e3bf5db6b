import { type ConversationView, setHandling } from '@hanasu/contract/inbox';
import { useQuery } from '@tanstack/react-query';
import type { IconName } from '../../shell/icon-names.ts';
import { meQuery } from '../../shell/shell.queries.ts';
import { useMayNot } from '../../shell/use-may.ts';
import { useSetHandling } from './inbox.mutations.ts';

export interface HandlingAction {
  to: 'operator' | 'bot' | 'closed';
  words: 'takeOver' | 'giveBack' | 'close';
  icon: IconName;
}

/** What can be done with a conversation in its present state, most likely first. */
export function possibleActions(
  { handling, operator, bot }: Pick<ConversationView, 'handling' | 'operator' | 'bot'>,
  me: string | undefined,
): HandlingAction[] {
  const isMine = handling === 'operator' && operator?.uuid === me;
  const actions: (HandlingAction | false)[] = [
    !isMine && { to: 'operator', words: 'takeOver', icon: 'hand' },
    handling !== 'bot' && bot !== null && { to: 'bot', words: 'giveBack', icon: 'bot' },
    handling !== 'closed' && { to: 'closed', words: 'close', icon: 'check' },
  ];
  return actions.filter((action) => action !== false);
}

export function useHandlingActions(conversation: ConversationView) {
  const { data: me } = useQuery(meQuery);
  const isForbidden = useMayNot(setHandling);
  const { mutate, isPending, variables } = useSetHandling(conversation.uuid);
  return {
    actions: isForbidden ? [] : possibleActions(conversation, me?.uuid),
    run: (to: HandlingAction['to']) => mutate(to),
    pending: isPending ? variables : null,
  };
}
