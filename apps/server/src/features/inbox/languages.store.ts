import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** The language the vendor knows of a customer, and what they last said; null: there is no such conversation. */
export const findCustomerLanguage = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.one<{ language: string | null; said: string }>(
    `select f.language, coalesce((select m.text from messages m
         where m.account_id = c.account_id and m.conversation_id = c.id and m.sender = 'customer'
           and m.kind = 'text' and m.text <> ''
         order by m.id desc limit 1), '') as said
     from conversations c left join friends f on f.account_id = c.account_id and f.id = c.friend_id
     where c.account_id = $1 and c.id = $2 and c.origin <> 'test'`,
    [transaction.accountId, id],
  );

/** Not when the message was edited or taken back meanwhile. */
export async function keepTranslation(
  transaction: AccountTransaction,
  translation: {
    readonly messageId: MessageId;
    readonly of: string;
    readonly language: string;
    readonly text: string;
  },
): Promise<void> {
  await transaction.run(
    `update messages set translations = translations || jsonb_build_object($3::text, $4::text)
     where account_id = $1 and id = $2 and text = $5`,
    [transaction.accountId, translation.messageId, translation.language, translation.text, translation.of],
  );
}
