import type { UserId } from '@hanasu/contract/ids';
import type { BelongingsView } from '@hanasu/contract/team';
import { AppError } from '../../../../platform/app-error.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { findBelongings } from '../belongings.store.ts';
import { isAtLeast } from '../domain/roles.ts';
import { findListedMember } from '../members.store.ts';

/** What a member made, for whoever decides about it: those who may take members out, and the member. */
export const listBelongings = (database: Database, actor: Actor, userId: UserId): Promise<BelongingsView> =>
  database.account(actor.accountId, async (transaction) => {
    if (userId !== actor.userId && !isAtLeast(actor.role, 'admin')) {
      throw new AppError('forbidden', 'This needs the role admin');
    }
    if (!(await findListedMember(transaction, userId)))
      throw new AppError('not_found', 'There is no such member');
    const { apiKeys, webHooks, channels } = await findBelongings(transaction, userId);
    return { apiKeys: [...apiKeys], webHooks: [...webHooks], channels: [...channels] };
  });
