import type { SimulatorState } from '@hanasu/contract/channels';
import { z } from 'zod';

type Entry = SimulatorState['messages'][number];

export type Bubble =
  | { kind: 'text'; text: string }
  | { kind: 'sticker'; text: string }
  | { kind: 'location'; title: string; address: string }
  | { kind: 'media'; media: (typeof MEDIA)[number] }
  | { kind: 'other'; type: string };
/** What is not a bubble: the friend added or blocked the account. */
export type Happening = { kind: 'happening'; happening: (typeof HAPPENINGS)[number] };

const Place = z
  .object({ title: z.string().catch(''), address: z.string().catch('') })
  .catch({ title: '', address: '' });
const Sticker = z.object({ keywords: z.array(z.string()).catch([]) }).catch({ keywords: [] });
const MEDIA = ['image', 'video', 'audio', 'file'] as const;
const HAPPENINGS = ['follow', 'unfollow'] as const;

/** What of a vendor's message object the phone can draw. */
export function shownOf({ kind, text, payload }: Entry): Bubble | Happening {
  if (kind === 'text') return { kind, text: text ?? '' };
  if (kind === 'sticker') return { kind, text: text ?? Sticker.parse(payload).keywords.join(', ') };
  if (kind === 'location') return { kind, ...Place.parse(payload) };
  const media = MEDIA.find((known) => known === kind);
  if (media) return { kind: 'media', media };
  const happening = HAPPENINGS.find((known) => known === kind);
  return happening ? { kind: 'happening', happening } : { kind: 'other', type: kind };
}
