import type { FormId, MediaId, RichMessageId } from '@hanasu/contract/ids';
import { type Bubble, bubblesFor, type MessageContent } from '@hanasu/contract/message-content';
import { variablesIn } from '@hanasu/contract/message-variables';

/** Everything that a message refers to, in all of its variants, each once. */
export interface ContentReferences {
  readonly mediaIds: readonly MediaId[];
  readonly richMessageIds: readonly RichMessageId[];
  readonly formIds: readonly FormId[];
}

export function referencesOf(contents: readonly MessageContent[]): ContentReferences {
  const bubbles = contents.flatMap(allBubbles);
  const icons = contents.map(({ sender }) => sender?.iconMediaUuid);
  return {
    mediaIds: distinct([...bubbles.flatMap(mediaOf), ...icons]),
    richMessageIds: distinct(
      bubbles.map((bubble) => (bubble.kind === 'rich-message' ? bubble.richMessageUuid : null)),
    ),
    formIds: distinct(bubbles.map((bubble) => (bubble.kind === 'form' ? bubble.formUuid : null))),
  };
}

export const allBubbles = ({ bubbles, variants }: MessageContent): readonly Bubble[] => [
  ...bubbles,
  ...Object.values(variants).flat(),
];

const distinct = <Id>(ids: readonly (Id | null | undefined)[]): Id[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

function mediaOf(bubble: Bubble): (MediaId | null)[] {
  if (bubble.kind === 'cards') return bubble.cards.map(({ mediaUuid }) => mediaUuid);
  return 'mediaUuid' in bubble ? [bubble.mediaUuid] : [];
}

/** Collects every text of a bubble that its reader sees, in which variables are filled in. */
export function textsOf(bubble: Bubble): readonly string[] {
  switch (bubble.kind) {
    case 'text':
      return [bubble.text];
    case 'cards':
      return [
        bubble.altText,
        ...(bubble.more ? [bubble.more.label] : []),
        ...bubble.cards.flatMap(({ title, lead, text, details, buttons }) => [
          title,
          lead,
          text,
          ...details.flatMap((detail) => [detail.label, detail.text]),
          ...buttons.flatMap(({ label, action }) =>
            action?.kind === 'message' ? [label, action.text] : [label],
          ),
        ]),
      ];
    case 'native':
      return [bubble.altText, bubble.json];
    case 'image':
    case 'video':
    case 'audio':
    case 'rich-message':
    case 'form':
      return [];
    default:
      return bubble satisfies never;
  }
}

/** Variables that are the same for all readers on one channel. */
const SHARED: ReadonlySet<string> = new Set(['account.name', 'channel.name', 'staff.name']);

/** Whether all readers on a channel of this kind get the very same; links to forms say who opens them. */
export function isSameForAll(content: MessageContent, channelKind: string): boolean {
  const bubbles = bubblesFor(content, channelKind);
  const texts = [
    ...bubbles.flatMap(textsOf),
    ...content.quickReplies.flatMap(({ label, text }) => [label, text]),
  ];
  return (
    bubbles.every(({ kind }) => kind !== 'form') &&
    texts.every((text) => variablesIn(text).every(({ name }) => SHARED.has(name)))
  );
}
