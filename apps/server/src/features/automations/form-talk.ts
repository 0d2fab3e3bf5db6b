import type { FormTap } from '@hanasu/channels/spec/form-taps';
import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';

export interface FormMessage {
  /** Empty for a file that came without words. */
  readonly text: string;
  /** It was said by a button of a form. */
  readonly tap?: FormTap;
  /** It was said by another button, which may have been offered long ago. */
  readonly isButton?: boolean;
  /** The message that brought a picture or a file. */
  readonly file?: MessageId;
}

/** Forms that are asked in chats. */
export interface FormTalk {
  /** Takes what was written as answers to the form that is asked in the conversation; null: it has nothing to do with one. */
  answer(
    transaction: AccountTransaction,
    talk: {
      readonly conversationId: ConversationId;
      readonly handling: Handling;
      readonly said: readonly FormMessage[];
      readonly tone: string | null;
      /** In which the product answers the customer. */
      readonly language: CustomerLanguage;
    },
  ): Promise<{
    /** Empty: nothing is said to it now. */
    readonly text: string;
    readonly quickReplies: readonly QuickReply[];
    readonly isSettled: boolean;
    /** The form can't go on by itself: a person is called. */
    readonly callsPerson?: boolean;
    /** Messages whose file it has taken. */
    readonly taken?: readonly MessageId[];
    /** Called after the commit. */
    readonly after?: () => void;
  } | null>;
  /** What the button of a tap says in full; null: its form is over. */
  labelOf(
    transaction: AccountTransaction,
    conversationId: ConversationId,
    tap: FormTap,
  ): Promise<string | null>;
  /** A message was taken back: what it brought is no answer any more. */
  takeBack(transaction: AccountTransaction, messageId: MessageId): Promise<unknown>;
  /** The customer asked for their data to be erased. */
  forget(transaction: AccountTransaction, conversationId: ConversationId): Promise<unknown>;
}
