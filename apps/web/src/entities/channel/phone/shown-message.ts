import { NOTHING_SHOWN, type ShownButton, type ShownPayload } from '@hanasu/channels/spec/shown-payload';
import type { SimulatorState } from '@hanasu/contract/channels';
import type { SimulatorAction } from '../channels.queries.ts';

/** A message object of a vendor, what kind it calls it, and its words where they are known. */
export type VendorEntry = Pick<SimulatorState['messages'][number], 'kind' | 'text' | 'payload'>;

export interface ShownMessage extends ShownPayload {
  readonly kind: 'message';
  /** A picture is meant, even where it has no address. */
  readonly isPicture: boolean;
  /** The vendor's word for a message of which nothing can be shown. */
  readonly unknown: string | null;
}
/** What is no message: the friend added or blocked the account, or tapped a button that says nothing. */
export interface SystemEvent {
  readonly kind: 'happening';
  readonly happening: (typeof HAPPENINGS)[number];
}
const HAPPENINGS = ['follow', 'unfollow', 'postback'] as const;
const PICTURES = ['image', 'gif'];
/** How a message object of each kind of channel is read, by its place; of kinds without one only words are shown. */
const READERS = import.meta.glob<(payload: unknown) => ShownPayload>(
  [
    '../../../../../../packages/channels/*/*-payload.ts',
    '!../../../../../../packages/channels/spec/*',
    '!../../../../../../packages/channels/*/callback-payload.ts',
  ],
  { eager: true, import: 'readPayload' },
);

const readerOf = (kind: string) => READERS[`../../../../../../packages/channels/${kind}/${kind}-payload.ts`];

/** What of a vendor's message object the phone can draw; the kind of channel knows how to read it. */
export function shownOf(
  channelKind: string,
  { kind, text, payload }: VendorEntry,
): ShownMessage | SystemEvent {
  const happening = HAPPENINGS.find((known) => known === kind);
  if (happening) return { kind: 'happening', happening };
  const read = readerOf(channelKind)?.(payload) ?? NOTHING_SHOWN;
  // The alternative text of a picture with areas, or of cards, is for those who do not see them.
  const words = read.items.length > 0 ? read.text : (read.text ?? text);
  const shown = { ...read, text: read.map ? null : words };
  const isPicture = shown.imageUrl !== null || read.hasOwnPicture === true || PICTURES.includes(kind);
  const things = [shown.text, shown.file, shown.sticker, shown.place];
  const isEmpty =
    !isPicture && shown.map === null && things.every((thing) => thing === null) && shown.items.length === 0;
  if (isEmpty && kind === 'text') return { kind: 'happening', happening: 'postback' };
  return { kind: 'message', ...shown, isPicture, unknown: isEmpty ? kind : null };
}

const MOST_SHOWN = 300;
const MOST_DATA = 1000;

export type OnTap = (button: ShownButton) => void;

/** What a tap does in the chat; null: it opens an address or a picker, or only a real phone can do it. */
export function actionOf({ url, data, text }: ShownButton): SimulatorAction | null {
  if (url !== undefined) return null;
  if (data)
    return { action: 'postback', data: data.slice(0, MOST_DATA), text: (text ?? '').slice(0, MOST_SHOWN) };
  return text ? { action: 'text', text } : null;
}

/** Address from which this page loads it: files of our own server, under any outside name, come from this origin. */
export function loadedFrom(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname, search } = new URL(url);
  return host === window.location.host ? `${pathname}${search}` : url;
}

/** Where the page may load a picture from; other addresses are named instead. */
export function isLoadable(url: string): boolean {
  if (/^(https|data):|^\/[^/]/i.test(url)) return true;
  return URL.canParse(url) && new URL(url).origin === window.location.origin;
}
