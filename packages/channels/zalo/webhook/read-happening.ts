import type { InboundEvent } from '../../spec/channel.ts';
import type { Event } from './event-shapes.ts';

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
  user_submit_info: readDetails,
  update_user_info: readDetails,
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
function readDetails({ info }: Event): What | null {
  if (info === undefined) return null;
  const parts = typeof info.full_address === 'object' && info.full_address !== null ? info.full_address : {};
  const details = Object.entries({ ...info, ...parts }).flatMap(([key, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    return text === '' || text === '0' ? [] : [[key.replace(/^user_/, ''), text] as const];
  });
  return details.length === 0 ? null : { kind: 'details', details: Object.fromEntries(details) };
}
