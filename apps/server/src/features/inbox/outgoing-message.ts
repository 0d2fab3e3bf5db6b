import type { SendableKind } from '@hanasu/channels/spec/manifest';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { MessageKind, sendOperatorMessage } from '@hanasu/contract/inbox';

/** What a person says, as it stands in the thread and as it goes out. */
export interface OutgoingMessage {
  readonly kind: MessageKind;
  readonly text: string;
  readonly data: Record<string, unknown>;
  /** What the channel must be able to send; null: every channel can. */
  readonly needs: SendableKind | null;
  readonly part: OutgoingPart;
}

/** Exactly one thing to send, as it was parsed. */
export type OperatorInput = EndpointRequest<typeof sendOperatorMessage>['body'];

type Said = Pick<OperatorInput, 'text' | 'sticker' | 'location' | 'askDetails'>;

/** Everything but files, which have to be looked up; null: it is none of these. */
export function outgoingMessage({ text, sticker, location, askDetails }: Said): OutgoingMessage | null {
  if (text !== undefined) {
    return { kind: 'text', text, data: {}, needs: null, part: { kind: 'text', text } };
  }
  if (sticker) {
    return {
      kind: 'sticker',
      text: '',
      data: sticker,
      needs: 'sticker',
      part: { kind: 'sticker', ...sticker },
    };
  }
  if (location) {
    const { title, address, latitude, longitude } = location;
    return {
      kind: 'location',
      text: [title, address].filter((words) => words !== '').join('\n'),
      data: { title, address, latitude, longitude },
      needs: 'location',
      part: { kind: 'location', ...location },
    };
  }
  if (askDetails) {
    return {
      kind: 'text',
      text: `${askDetails.title}\n${askDetails.text}`,
      data: { askDetails },
      needs: 'details',
      part: { kind: 'ask-details', ...askDetails },
    };
  }
  return null;
}
