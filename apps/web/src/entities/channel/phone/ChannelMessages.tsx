import { PhoneBalloon, PhoneLine, PhoneQuickReplies, PhoneThings, PhoneWall } from './PhoneMessages.tsx';
import type { OnTap } from './shown-message.ts';
import { shownOf, type VendorEntry } from './shown-message.ts';

interface ChannelMessagesProps {
  /** Kind of channel, whose application it is. */
  kind: string;
  /** The vendor's message objects, as the channel's adapter makes them. */
  messages: readonly unknown[];
  /** What the customer has written before. */
  asked?: string | undefined;
  /** What a tap on a button or quick reply does; nothing, unless given. */
  onTap?: OnTap;
}

/** An account's messages as a vendor's application draws them; stands in a `PhoneFrame`, which brings its colours. */
export function ChannelMessages({ kind, messages, asked, onTap = () => undefined }: ChannelMessagesProps) {
  const shown = messages.flatMap((message) => {
    const read = shownOf(kind, entryOf(message));
    return read.kind === 'message' ? [read] : [];
  });
  return (
    <>
      <PhoneWall>
        {asked && (
          <PhoneLine from="friend" opens>
            <PhoneBalloon>{asked}</PhoneBalloon>
          </PhoneLine>
        )}
        {shown.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name, and keep their places.
          <PhoneLine key={index} from="account" opens={index === 0}>
            <PhoneThings shown={message} onTap={onTap} />
          </PhoneLine>
        ))}
      </PhoneWall>
      <PhoneQuickReplies buttons={shown.at(-1)?.quickReplies ?? []} onTap={onTap} />
    </>
  );
}

/** A vendor's word for the kind of its message stands in `type`, where there is one. */
function entryOf(message: unknown): VendorEntry {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null;
  return { kind: typeof type === 'string' ? type : 'message', text: null, payload: message };
}
