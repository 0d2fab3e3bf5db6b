import type { ConversationView } from '@hanasu/contract/inbox';
import type { IconName } from '../../../shell/icons/icon-names.ts';

export interface HandlingAction {
  to: 'operator' | 'bot' | 'closed';
  words: 'takeOver' | 'giveBack' | 'close';
  icon: IconName;
}

/** A colleague has it: nobody else writes before taking it over. */
export const isLocked = (
  { handling, operator }: Pick<ConversationView, 'handling' | 'operator'>,
  me: string | undefined,
): boolean => handling === 'operator' && me !== undefined && operator !== null && operator.uuid !== me;

/** What can be done with a conversation in its present state, most likely first. */
export function possibleActions(
  conversation: Pick<ConversationView, 'handling' | 'operator' | 'bot'>,
  me: string | undefined,
): HandlingAction[] {
  const { handling, operator, bot } = conversation;
  const isMine = handling === 'operator' && operator?.uuid === me;
  const actions: (HandlingAction | false)[] = [
    // What a colleague has is taken over in the banner, which asks once more.
    !isMine && !isLocked(conversation, me) && { to: 'operator', words: 'takeOver', icon: 'hand' },
    handling !== 'closed' && { to: 'closed', words: 'close', icon: 'check' },
    handling !== 'bot' && bot !== null && { to: 'bot', words: 'giveBack', icon: 'bot' },
  ];
  return actions.filter((action) => action !== false);
}
