import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { OpenChannel } from '../channel-directory.ts';

/** What a customer just wrote on a channel, before anybody answers. */
export interface RuledInbound {
  readonly channel: OpenChannel;
  readonly conversationId: ConversationId;
  readonly handling: Handling;
  /** Texts of the customer, oldest first, with the data of postbacks among them. */
  readonly said: readonly { readonly text: string; readonly postback: string | null }[];
  /** They said of an answer that it was no good. */
  readonly feedback: 'bad' | null;
}

export interface Ruling {
  /** Said at once, word for word; null: nothing. */
  readonly reply: string | null;
  /** The bot owes no answer to this any more. */
  readonly isSettled: boolean;
  /** A person is wanted, or the bot has it again; null: as before. */
  readonly handling: Handling | null;
  readonly waitingReason: ConversationView['waitingReason'];
}

export const NO_RULING: Ruling = { reply: null, isSettled: false, handling: null, waitingReason: null };

/** What the channel's settings make of it: keywords, words that call a person, taps on offered replies. */
export async function applyRules(_transaction: AccountTransaction, _inbound: RuledInbound): Promise<Ruling> {
  return NO_RULING;
}
