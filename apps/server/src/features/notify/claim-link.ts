import type { ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** True when the text was the code of a person of the staff who wants to be told here: nobody answers it as a question. */
export async function claimLink(
  _transaction: AccountTransaction,
  _said: { readonly channelId: ChannelId; readonly friendExternalId: string; readonly text: string },
): Promise<boolean> {
  return false;
}
