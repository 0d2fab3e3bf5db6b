import type { ConversationId } from '@hanasu/contract/ids';
import type { OperatorView } from '@hanasu/contract/inbox-work';
import {
  UPDATE_AVAILABILITY,
  UPDATE_PRESENCE,
  type UpdateAvailability,
  type UpdatePresence,
} from '@hanasu/contract/realtime';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { avatarView } from '../../accounts/public.ts';
import { conversationExists } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { findUserName } from '../people.store.ts';
import { findOperator, listOperators, type OperatorRow, setAvailability } from '../presence.store.ts';
import { noSuchConversation } from './owned-conversation.ts';

type Needs = Pick<InboxDependencies, 'database' | 'realtime'>;

const view = ({ id, name, avatarKey, available, open }: OperatorRow): OperatorView => ({
  uuid: id,
  name,
  avatarUrl: avatarView(avatarKey)?.url ?? null,
  available,
  open,
});

export const showOperators = ({ database }: Needs, { accountId }: Session): Promise<OperatorView[]> =>
  database.account(accountId, async (transaction) => (await listOperators(transaction)).map(view));

/** Whether this person takes conversations now. */
export async function changeAvailability(
  { database, realtime }: Needs,
  { accountId, userId }: Session,
  available: boolean,
): Promise<OperatorView> {
  const operator = await database.account(accountId, async (transaction) => {
    await setAvailability(transaction, userId, available);
    return findOperator(transaction, userId);
  });
  if (!operator) throw new AppError('forbidden', 'You do not belong to this account any more');
  realtime.emit(accountId, UPDATE_AVAILABILITY, { userUuid: userId, available } satisfies UpdateAvailability);
  return view(operator);
}

/** Colleagues see who looks at a conversation or writes in it; nothing of it is stored. */
export async function showPresence(
  { database, realtime }: Needs,
  { accountId, userId }: Session,
  conversationId: ConversationId,
  state: UpdatePresence['state'],
): Promise<void> {
  const name = await database.account(accountId, async (transaction) => {
    if (!(await conversationExists(transaction, conversationId))) throw noSuchConversation();
    return findUserName(transaction, userId);
  });
  const presence = { conversationUuid: conversationId, user: { uuid: userId, name }, state };
  realtime.emit(accountId, UPDATE_PRESENCE, presence satisfies UpdatePresence);
}
