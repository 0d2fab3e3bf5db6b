import type { FormAnswers } from '@hanasu/contract/form-submissions';
import type { FormId, FriendId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import { formContacts } from '../../contacts/public.ts';
import * as forms from '../forms.store.ts';
import { knownAnswers } from '../public/prove-person.ts';
import type { AskedForm } from './form-talk.ts';

/**
 * Answers that a form asked in a chat begins with. The channel proves the person; a web site proves a visitor whom it
 * has signed in. The name of a profile is left out: it is a nickname as often as not, and a chat shows no field in which
 * it could be corrected.
 */
export async function findKnownAnswers(
  transaction: AccountTransaction,
  {
    formId,
    friendId,
    definition,
    today,
  }: Pick<AskedForm, 'definition' | 'today'> & { readonly formId: FormId; readonly friendId: FriendId },
): Promise<FormAnswers> {
  const friend = await formContacts.findFriend(transaction, friendId);
  if (!friend || !(await forms.isProvenInChat(transaction, friendId))) return {};
  const person = { friendId, customerId: friend.customerUuid, name: '' };
  return knownAnswers(transaction, { formId, definition, today }, person);
}
