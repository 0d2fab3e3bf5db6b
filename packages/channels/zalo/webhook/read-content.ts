import { z } from 'zod';
import type { InboundContent, InboundEvent } from '../../spec/channel.ts';
import { readJson } from '../client/read-json.ts';
import { POSTBACK } from '../postback.ts';
import type { Attachment, Event, Message } from './event-shapes.ts';

type Payload = Readonly<Record<string, unknown>>;

/** A message in the product's words: its text, or one content per attachment, the text with the first. Never empty. */
export function readContents(message: Message): InboundContent[] {
  const attachments = message.attachments ?? [];
  const said = message.text ?? '';
  if (attachments.length === 0) return [readText(said)];
  return attachments.map((attachment, index) => readAttachment(attachment, index === 0 ? said : ''));
}

/** A tapped button comes as the text it holds. */
function readText(said: string): InboundContent {
  if (!said.startsWith(POSTBACK)) return { kind: 'text', text: said, data: {} };
  const data = said.slice(POSTBACK.length);
  return { kind: 'postback', text: data, data: { data } };
}

function readAttachment({ type = 'unknown', payload = {} }: Attachment, said: string): InboundContent {
  switch (type) {
    case 'image':
      return withMedia('image', payload, { said, data: {} });
    case 'gif':
      return withMedia('image', payload, { said, data: { animated: true } });
    case 'video':
      return withMedia('video', payload, { said: said || wordsOf(payload.description), data: {} });
    case 'audio':
    case 'voice':
      return withMedia('audio', payload, { said, data: {} });
    case 'file': {
      const fileName = wordsOf(payload.name);
      const bytes = numberOf(payload.size);
      return withMedia('file', payload, { said: said || fileName, data: { fileName, bytes } });
    }
    case 'link':
      return readLink(payload, said);
    case 'sticker':
      return content('sticker', said, { stickerId: wordsOf(payload.id), url: urlOf(payload.url) });
    case 'location':
      return readLocation(payload, said);
    case 'business_card':
      return readCard(payload, said);
    default:
      return content('unsupported', said, { vendorType: type });
  }
}

function withMedia(
  kind: 'image' | 'video' | 'audio' | 'file',
  payload: Payload,
  { said, data }: { readonly said: string; readonly data: Record<string, unknown> },
): InboundContent {
  const url = urlOf(payload.url);
  const read = content(kind, said, data);
  if (url === undefined) return read;
  return { ...read, media: { from: 'url', url, previewUrl: urlOf(payload.thumbnail) ?? null } };
}

function readLink(payload: Payload, said: string): InboundContent {
  const url = urlOf(payload.url);
  const description = wordsOf(payload.description);
  // What the person typed often holds the address already.
  const lines = [said, description, url !== undefined && !said.includes(url) ? url : ''];
  const text = [...new Set(lines)].filter(Boolean).join('\n');
  return content('text', text, { link: url, description });
}

const Coordinates = z.object({ latitude: z.coerce.number(), longitude: z.coerce.number() });

function readLocation(payload: Payload, said: string): InboundContent {
  const found = Coordinates.safeParse(payload.coordinates);
  if (!found.success) return content('unsupported', said, { vendorType: 'location' });
  return content('location', said, found.data);
}

/** A contact: its details are JSON in the description. */
function readCard(payload: Payload, said: string): InboundContent {
  const details = readCardDetails(wordsOf(payload.description));
  const text = [said, ...Object.values(details), urlOf(payload.url) ?? ''].filter(Boolean).join('\n');
  const vendorType = 'business_card';
  return text === ''
    ? content('unsupported', '', { vendorType })
    : content('text', text, { vendorType, ...details });
}

function readCardDetails(json: string): Record<string, string> {
  try {
    const read = z.record(z.string(), z.unknown()).parse(readJson(json));
    const picked = ['name', 'phone', 'caption'].map((key) => [key, wordsOf(read[key])] as const);
    return Object.fromEntries(picked.filter(([, value]) => value !== ''));
  } catch {
    return json === '' ? {} : { caption: json };
  }
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function numberOf(value: unknown): number | undefined {
  const read = wordsOf(value) === '' ? Number.NaN : Number(value);
  return Number.isFinite(read) ? read : undefined;
}

/** Only addresses that a browser would open; the product fetches them behind its guard. */
function urlOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined;
}

function content(
  kind: InboundContent['kind'],
  text: string,
  data: Readonly<Record<string, unknown>>,
): InboundContent {
  const present = Object.entries(data).filter(([, value]) => value !== undefined && value !== '');
  return { kind, text, data: Object.fromEntries(present) };
}

type What = InboundEvent['what'];
type Read = (event: Event) => What | null;

const happening =
  (name: string, data: Readonly<Record<string, unknown>> = {}): Read =>
  () => ({ kind: 'happening', event: name, data });
const tagged =
  (name: string): Read =>
  ({ tag }) => ({ kind: 'happening', event: name, data: { tag: tag?.name ?? '' } });

/** By the vendor's name of the event; messages and echoes are read elsewhere. */
const READERS: Readonly<Record<string, Read>> = {
  follow: () => ({ kind: 'follow', returning: false }),
  unfollow: () => ({ kind: 'unfollow' }),
  user_withdraw: () => ({ kind: 'erase' }),
  user_submit_info: readSharedDetails,
  update_user_info: readSharedDetails,
  user_received_message: (event) => readReceipt(event, 'received'),
  user_seen_message: (event) => readReceipt(event, 'seen'),
  user_reacted_message: readReaction,
  user_call_oa: happening('call', { from: 'friend' }),
  oa_call_user: happening('call', { from: 'account' }),
  oa_send_consent: happening('consentAsked'),
  user_reply_consent: happening('consentGiven'),
  user_click_chatnow: happening('chatOpened'),
  widget_interaction_accepted: happening('widgetAccepted'),
  add_user_to_tag: tagged('tagAdded'),
  remove_user_from_tag: tagged('tagRemoved'),
  remove_tag: tagged('tagRemoved'),
  create_group: happening('join'),
  user_join_group: happening('memberJoined'),
  user_out_group: happening('memberLeft'),
  user_leave_group: happening('memberLeft'),
};

/** Entries of the account's menu; which names the vendor has for them is written nowhere. */
const MENU = /^user_click_/;

const readerOf = (name: string): Read | undefined => {
  if (Object.hasOwn(READERS, name)) return READERS[name];
  return MENU.test(name) ? happening('menuTapped') : undefined;
};

/** Anything that is no message; what we don't know is kept raw under the vendor's name. */
export function readHappening(event: Event): What {
  const name = event.event_name;
  const read = readerOf(name)?.(event);
  return read ?? { kind: 'other', vendorType: name };
}

function readReceipt({ message }: Event, state: 'received' | 'seen'): What | null {
  const ids = message?.msg_ids ?? (message?.msg_id === undefined ? [] : [message.msg_id]);
  return ids.length === 0 ? null : { kind: 'receipt', state, vendorMessageIds: ids };
}

const GOOD = new Set(['/-strong', '/-heart', ':>']);
const BAD = new Set(['/-weak', ':-((', ':-h']);
const TAKEN_BACK = '/-remove';

function readReaction({ message }: Event): What | null {
  const { msg_id: vendorMessageId, react_icon: icon } = message ?? {};
  if (vendorMessageId === undefined || icon === undefined) return null;
  const mood = GOOD.has(icon) ? 'good' : BAD.has(icon) ? 'bad' : 'neutral';
  return { kind: 'reaction', vendorMessageId, reaction: icon === TAKEN_BACK ? null : icon, mood };
}

/** The vendor's newer form has the address once more in parts, and other names for some. */
function readSharedDetails({ info }: Event): What | null {
  if (info === undefined) return null;
  const parts = typeof info.full_address === 'object' && info.full_address !== null ? info.full_address : {};
  const details = Object.entries({ ...info, ...parts }).flatMap(([key, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' || text === '0' ? [] : [[key.replace(/^user_/, ''), text] as const];
  });
  return details.length === 0 ? null : { kind: 'details', details: Object.fromEntries(details) };
}
