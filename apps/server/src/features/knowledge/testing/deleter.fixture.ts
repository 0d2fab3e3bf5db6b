import type { AccountId, UserId } from '@hanasu/contract/ids';
import { newId } from '../../../platform/ids.ts';

/** Somebody of an account who takes something away. */
export const by = (accountId: AccountId) => ({ accountId, userId: newId<UserId>(), address: '127.0.0.1' });
