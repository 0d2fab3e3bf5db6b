import type { MessageOptions, OutgoingCards, OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { VendorMessage } from '@hanasu/channels/spec/sending';
import type { BroadcastId } from '@hanasu/contract/ids';
import type { MessageContent, ShownBubble } from '@hanasu/contract/message-content';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { OpenChannel } from '../channels/public.ts';
import type { MessageComposer, MessageReader } from '../message-templates/public.ts';
import { writeBroadcastTap } from '../messaging/public.ts';
import { type Addressing, withLinks } from './message-links.ts';

/** A message as it goes out, and as it stands in threads. */
export interface Body {
  readonly messages: readonly VendorMessage[];
  readonly text: string;
  readonly bubbles: readonly ShownBubble[];
}

export type Composed =
  | { readonly kind: 'body'; readonly body: Body }
  /** Reason why this friend gets nothing. */
  | {
      readonly kind: 'none';
      readonly reason: 'gone' | 'value_missing' | 'nothing_said' | 'too_many_messages';
    };

/** Most calls that a message may take, so that no recipient gets it in shreds. */
const MOST_CALLS = 10;

/** Counts the calls for so many messages; a channel that takes five at once is given no more than those. */
export function callsFor({ adapter }: OpenChannel, messages: number): number {
  const { messagesPerSend, recipientsPerSend } = adapter.manifest.limits;
  if (messages <= messagesPerSend) return 1;
  return recipientsPerSend === undefined ? Math.ceil(messages / messagesPerSend) : Number.POSITIVE_INFINITY;
}

/** Composes what one friend gets; `reader` null: they are gone. */
export async function composeBody(
  transaction: AccountTransaction,
  composer: MessageComposer,
  {
    broadcastId,
    content,
    reader,
    channel,
    addressing,
  }: {
    readonly broadcastId: BroadcastId;
    readonly addressing: Addressing;
    readonly content: MessageContent;
    readonly reader: MessageReader | null;
    readonly channel: OpenChannel;
  },
): Promise<Composed> {
  if (!reader) return { kind: 'none', reason: 'gone' };
  const built = await composer.build(transaction, content, reader);
  if (built.missing.length > 0) return { kind: 'none', reason: 'value_missing' };
  if (built.parts.length === 0) return { kind: 'none', reason: 'nothing_said' };
  const parts = withLinks(built.parts, { ...addressing, channel });
  const messages = channel.adapter.toMessages(...withTapData(parts, built.options, broadcastId));
  if (callsFor(channel, messages.length) > MOST_CALLS) return { kind: 'none', reason: 'too_many_messages' };
  return { kind: 'body', body: { messages, text: built.text, bubbles: built.bubbles } };
}

/** Adds to buttons and quick replies that say something which broadcast they are of. */
function withTapData(
  parts: readonly OutgoingPart[],
  options: MessageOptions,
  broadcastId: BroadcastId,
): [readonly OutgoingPart[], MessageOptions] {
  const dataOf = (text: string) => ({ tapData: writeBroadcastTap({ broadcastId, text }) });
  const quickReplies = options.quickReplies.map((reply) => ({ ...reply, ...dataOf(reply.text) }));
  return [
    parts.map((part) => (part.kind === 'cards' ? cardsWith(part, dataOf) : part)),
    { ...options, quickReplies },
  ];
}

const cardsWith = (
  part: OutgoingCards,
  dataOf: (text: string) => { readonly tapData: string },
): OutgoingCards => ({
  ...part,
  cards: part.cards.map((card) => ({
    ...card,
    buttons: card.buttons.map(({ label, action }) => ({
      label,
      action: action.kind === 'message' ? { ...action, ...dataOf(action.text) } : action,
    })),
  })),
});
