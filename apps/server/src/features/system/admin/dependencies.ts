import type { MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { AccountsDependencies } from '../../accounts/public.ts';

export interface AdminDependencies
  extends Pick<AccountsDependencies, 'database' | 'passwords' | 'ended' | 'mail'> {
  /** Gives a message that could not be sent back to the deliverer. */
  readonly retryDelivery: (transaction: AccountTransaction, messageId: MessageId) => Promise<boolean>;
  /** There is something to do in this queue. */
  readonly wake: (name: 'mailbox' | 'delivery' | 'hooks') => void;
}
