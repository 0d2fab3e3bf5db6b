import type { ConversationId } from '@hanasu/contract/ids';
import type { OperatorView } from '@hanasu/contract/inbox-work';
import {
  UPDATE_AVAILABILITY,
  UPDATE_PRESENCE,
  type UpdateAvailability,
  type UpdatePresence,
} from '@hanasu/contract/realtime';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import { avatarView } from '../accounts/public.ts';
import { conversationCommands, conversations } from '../conversations/public.ts';
import type { InboxDependencies } from './dependencies.ts';
import * as operators from './operators.store.ts';

type Needs = Pick<InboxDependencies, 'database' | 'realtime'>;

const view = ({ id, name, avatarKey, available, open }: operators.OperatorRow): OperatorView => ({
  uuid: id,
  name,
  avatarUrl: avatarView(avatarKey)?.url ?? null,
  available,
  open,
});

export const showOperators = ({ database }: Needs, { accountId }: Session): Promise<OperatorView[]> =>
  database.account(accountId, async (transaction) => (await operators.listOperators(transaction)).map(view));

/** Whether this person takes conversations now. */
export async function changeAvailability(
  { database, realtime }: Needs,
  { accountId, userId }: Session,
  available: boolean,
): Promise<OperatorView> {
  const operator = await database.account(accountId, async (transaction) => {
    await operators.setAvailability(transaction, userId, available);
    return operators.findOperator(transaction, userId);
  });
  if (!operator) throw new AppError('forbidden', 'You are no longer a member of this account');
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
    if (!(await conversations.conversationExists(transaction, conversationId)))
      throw conversationCommands.noSuchConversation();
    return conversations.findUserName(transaction, userId);
  });
  const presence = { conversationUuid: conversationId, user: { uuid: userId, name }, state };
  realtime.emit(accountId, UPDATE_PRESENCE, presence satisfies UpdatePresence);
}

const TOUCH_MS = 30_000;
const PEOPLE_MAX = 10_000;

/** Notes who has a page open, at most twice a minute for each person; a program with a key has none. */
export function createPresence({
  database,
  realtime,
}: {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'emit'>;
}): (session: Session) => Promise<void> {
  const touched = new LRUCache<string, true>({ max: PEOPLE_MAX, ttl: TOUCH_MS });
  return async ({ accountId, userId, role, apiKey }) => {
    if (role === 'viewer' || apiKey) return;
    const key = `${accountId}/${userId}`;
    if (touched.has(key)) return;
    touched.set(key, true);
    const cameBack = await database.account(accountId, (transaction) =>
      operators.touchPresence(transaction, userId),
    );
    if (cameBack) realtime.emit(accountId, UPDATE_AVAILABILITY, { userUuid: userId, available: true });
  };
}
