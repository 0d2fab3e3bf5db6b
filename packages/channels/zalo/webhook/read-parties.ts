import { anonymousPlace, groupPlace } from '../place.ts';
import type { Event } from './event-shapes.ts';

export interface Parties {
  readonly friend: string | null;
  readonly thread: string | null;
  readonly isGroup: boolean;
  readonly mayAnswer: boolean;
}

const NOBODY: Parties = { friend: null, thread: null, isGroup: false, mayAnswer: false };
const FROM_ACCOUNT = /^oa_/;
const FROM_GROUP = /(?:^|_)group(?:_|$)/;
/** Told in the account's name, though the person did it. */
const ABOUT_OURS = new Set(['user_received_message', 'user_seen_message']);

/** The person, and where an answer to them goes. */
export function readParties(event: Event): Parties {
  const { event_name: name } = event;
  if (FROM_GROUP.test(name)) return groupParties(event);
  if (/(?:^|_)anonymous_/.test(name)) return anonymousParties(event);
  const isOurs = FROM_ACCOUNT.test(name) || ABOUT_OURS.has(name);
  const person = isOurs ? event.recipient?.id : (event.follower?.id ?? event.user_id ?? event.sender?.id);
  // Messages to phone numbers are told in the same words; those are nobody's friends.
  if (person === undefined || isPhone(name, person)) return NOBODY;
  return { friend: person, thread: person, isGroup: false, mayAnswer: !isOurs };
}

const isPhone = (name: string, id: string): boolean =>
  name === 'user_received_message' && (/^\+?84\d{8,10}$/.test(id) || /^[0-9a-f]{64}$/i.test(id));

function anonymousParties(event: Event): Parties {
  const fromAccount = FROM_ACCOUNT.test(event.event_name);
  const id = fromAccount ? event.recipient?.id : event.sender?.id;
  if (id === undefined) return NOBODY;
  const conversation = event.message?.conversation_id ?? null;
  return {
    friend: anonymousPlace(id, null),
    thread: anonymousPlace(id, conversation),
    isGroup: false,
    mayAnswer: !fromAccount && conversation !== null,
  };
}

function groupParties(event: Event): Parties {
  const { group_id, recipient, sender, user_id, message, event_name: name } = event;
  const said = /_send_group_/.test(name);
  const id =
    group_id ?? recipient?.group_id ?? (said ? (recipient?.id ?? message?.conversation_id) : undefined);
  if (id === undefined) return NOBODY;
  const person = FROM_ACCOUNT.test(name) ? null : (user_id ?? sender?.id ?? null);
  return { friend: person, thread: groupPlace(id), isGroup: true, mayAnswer: mentionsUs(event) };
}

/** In a group the account speaks only when spoken to. */
function mentionsUs({ oa_id, message }: Event): boolean {
  if (oa_id === undefined) return false;
  const named = message?.mentions?.some(({ id, uid, user_id }) => [id, uid, user_id].includes(oa_id));
  return named === true || (message?.text ?? '').includes(`[@${oa_id}]`);
}
