import {
  type Caller,
  type FakeAnswer,
  type FakeWorld,
  fail,
  fields,
  invalid,
  ok,
  type Route,
  tooLong,
  unsupported,
} from './answer.ts';
import {
  addEntry,
  chatOf,
  type FakeAccount,
  type FakeChat,
  type FakeFriend,
  type FakeState,
  key,
  messageId,
} from './state.ts';

const HOUR = 60 * 60 * 1000;
const FREE = 48 * HOUR;
const OPEN = 7 * 24 * HOUR;
const REACTIONS = 50;

const shutDown = (path: string): Route => ({
  method: 'POST',
  path,
  takes: 'json',
  handle: () => fail(-240, 'MessageV2 API has been shut down, please switch to MessageV3'),
});

/** Messages to people, groups and anonymous visitors. */
export const messageRoutes: readonly Route[] = [
  { method: 'POST', path: '/v3.0/oa/message/cs', takes: 'json', handle: toPerson },
  { method: 'POST', path: '/v3.0/oa/group/message', takes: 'json', handle: toGroup },
  {
    method: 'POST',
    path: '/v2.0/oa/message',
    takes: 'json',
    handle: (world, caller, input) =>
      fields(input).sender_action === undefined
        ? toAnonymous(world, caller, input)
        : react(world, caller, input),
  },
  shutDown('/v3.0/oa/message/transaction'),
  shutDown('/v3.0/oa/message/promotion'),
];

function toPerson(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const userId = fields(recipient).user_id;
  const friend =
    typeof userId === 'string' ? world.state.friends.get(key(caller.account.oaId, userId)) : undefined;
  if (!friend) return invalid('user_id');
  const bill = billFor(caller.account, friend, world.now());
  if (bill.kind === 'refused') return bill.answer;
  const sent = deliver(world, caller, { chatId: friend.id, message });
  if (isRefused(sent)) return sent;
  bill.charge();
  const quota = bill.isFree
    ? { quota_type: 'reply' }
    : { quota_type: 'sub_quota', remain: caller.account.paidLeft, total: caller.account.paidTotal };
  return ok({ message_id: sent.id, user_id: friend.id, sent_time: String(world.now()), quota });
}

type Bill =
  | { readonly kind: 'refused'; readonly answer: FakeAnswer }
  | { readonly kind: 'payable'; readonly isFree: boolean; charge(): void };

/** Free for 48 hours after the person's last word, then paid, and after a week not at all. */
function billFor(account: FakeAccount, friend: FakeFriend, now: number): Bill {
  const refused = (code: number, text: string): Bill => ({ kind: 'refused', answer: fail(code, text) });
  if (friend.relation === 'left') return refused(-213, 'User has not followed OA');
  if (friend.lastInteractionAt === null) {
    return refused(-232, 'User has not interacted, or last interaction expired');
  }
  const silence = now - friend.lastInteractionAt;
  if (silence > OPEN) return refused(-230, 'User has not interacted with the OA in the past 7 days');
  const isFree = silence <= FREE;
  if (isFree) return { kind: 'payable', isFree, charge: () => {} };
  if (account.canPay === false) return refused(-320, 'Your app needs to connect with Zalo Cloud Account');
  if (account.paidLeft === 0) return refused(-211, 'Out of quota');
  return {
    kind: 'payable',
    isFree,
    charge() {
      if (account.paidLeft !== null) account.paidLeft -= 1;
    },
  };
}

function toGroup(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const groupId = String(fields(recipient).group_id);
  const chatId = `group:${groupId}`;
  const members = world.state.chats.get(key(caller.account.oaId, chatId))?.members ?? [];
  if (members.length === 0) return fail(-403, 'OA is not in group');
  const sent = deliver(world, caller, { chatId, message });
  return isRefused(sent) ? sent : ok({ message_id: sent.id, group_id: groupId });
}

function toAnonymous(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, message } = fields(input);
  const { anonymous_id: anonymousId, conversation_id: conversation, user_id: userId } = fields(recipient);
  if (userId !== undefined) return fail(-240, 'MessageV2 API has been shut down, please switch to MessageV3');
  const chatId = `anonymous:${String(anonymousId)}:${String(conversation)}`;
  if (!world.state.chats.has(key(caller.account.oaId, chatId))) return invalid('conversation_id');
  const sent = deliver(world, caller, { chatId, message });
  return isRefused(sent) ? sent : ok({ message_id: sent.id, conversation_id: conversation });
}

function react(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer {
  const { recipient, sender_action: action } = fields(input);
  const { react_icon: icon, react_message_id: id } = fields(action);
  const chat = chatOf(world.state, caller.account.oaId, String(fields(recipient).user_id));
  const entry = chat.entries.find((each) => each.id === id);
  if (!entry) return invalid('react_message_id');
  if (typeof icon !== 'string' || icon === '') return invalid('react_icon');
  if (entry.reactions.length >= REACTIONS) return fail(-210, 'Parameter exceeds allowable limit');
  entry.reactions.push(icon);
  return ok({ message_id: id });
}

function deliver(
  world: FakeWorld,
  { account }: Caller,
  { chatId, message }: { readonly chatId: string; readonly message: unknown },
): FakeAnswer | { readonly id: string } {
  const { state, now } = world;
  const chat = chatOf(state, account.oaId, chatId);
  const checked = checkMessage(message, { state, oaId: account.oaId, chat, now: now() });
  if (isRefused(checked)) return checked;
  const id = messageId();
  const { kind, text } = checked.message;
  addEntry(chat, { id, from: 'account', at: now(), kind, text, payload: message });
  world.echo(account, chatId, { kind, messageId: id, text });
  return { id };
}

const WEEK = 7 * 24 * 60 * 60 * 1000;
const TEXT_LENGTH = 2000;

interface Checked {
  /** As in the names of events: text, image, gif, list, file. */
  readonly kind: string;
  readonly text: string | null;
}
type Result = { readonly kind: 'taken'; readonly message: Checked } | FakeAnswer;

interface Place {
  readonly state: FakeState;
  readonly oaId: string;
  readonly chat: FakeChat;
  readonly now: number;
}

const isRefused = (result: object): result is FakeAnswer => 'status' in result;
const taken = (kind: string, text: string | null): Result => ({ kind: 'taken', message: { kind, text } });

/** What of a message object the vendor takes. */
function checkMessage(given: unknown, place: Place): Result {
  const message = fields(given);
  const { text, attachment, quote_message_id: quote } = message;
  const stray = Object.keys(message).find(
    (name) => !['text', 'attachment', 'quote_message_id'].includes(name),
  );
  if (stray !== undefined) return invalid(stray);
  if (text === undefined && attachment === undefined) return invalid('message');
  if (text !== undefined) {
    if (typeof text !== 'string' || text.trim() === '') return invalid('text');
    if (codePoints(text) > TEXT_LENGTH) return tooLong();
  }
  if (quote !== undefined && !place.chat.entries.some(({ id }) => id === quote)) {
    return invalid('quote_message_id');
  }
  const words = typeof text === 'string' ? text : null;
  return attachment === undefined ? taken('text', words) : checkAttachment(fields(attachment), words, place);
}

/** After NFC; the real unit is not known. */
const codePoints = (text: string): number => [...text.normalize('NFC')].length;

function checkAttachment(attachment: Record<string, unknown>, text: string | null, place: Place): Result {
  const payload = fields(attachment.payload);
  if (attachment.type === 'file') return checkUpload(payload.token, 'file', place) ?? taken('file', text);
  if (attachment.type !== 'template') return unsupported();
  switch (payload.template_type) {
    case undefined:
      return text === null ? invalid('text') : (checkButtons(payload.buttons) ?? taken('text', text));
    case 'media':
      return checkMedia(payload.elements, text, place);
    case 'list':
      return checkElements(payload.elements, 5) ?? taken('list', text);
    case 'request_user_info':
      return checkElements(payload.elements, 1) ?? taken('list', text);
    default:
      return unsupported();
  }
}

function checkMedia(elements: unknown, text: string | null, place: Place): Result {
  if (!Array.isArray(elements) || elements.length !== 1) return invalid('elements');
  const { media_type: type, url, attachment_id: id, width, height } = fields(elements[0]);
  if (type !== 'image' && type !== 'gif' && type !== 'sticker') return unsupported();
  if ((url === undefined) === (id === undefined)) return invalid('attachment_id');
  if (url !== undefined && !isHttps(url)) return invalid('url');
  if (type === 'gif' && !(isPositive(width) && isPositive(height))) return invalid('width');
  const wrong = id === undefined ? null : checkUpload(id, type === 'gif' ? 'gif' : 'image', place);
  return wrong ?? taken(type, text);
}

function checkUpload(id: unknown, kind: string, { state, oaId, now }: Place): FakeAnswer | null {
  const upload = typeof id === 'string' ? state.uploads.get(id) : undefined;
  if (!upload || upload.oaId !== oaId || upload.kind !== kind) {
    return invalid(kind === 'file' ? 'token' : 'attachment_id');
  }
  return now - upload.at > WEEK ? fail(-100, 'attachment_id was expired') : null;
}

function checkElements(elements: unknown, most: number): FakeAnswer | null {
  if (!Array.isArray(elements) || elements.length === 0) return invalid('elements');
  if (elements.length > most) return tooLong();
  for (const element of elements) {
    const { title, subtitle, image_url: image, default_action: action } = fields(element);
    if (typeof title !== 'string' || title === '') return invalid('title');
    if (typeof subtitle !== 'string' || subtitle === '') return invalid('subtitle');
    if (codePoints(title) > 100 || codePoints(subtitle) > 500) return tooLong();
    if (!isHttps(image)) return invalid('image_url');
    if (action !== undefined && !isAction(fields(action))) return invalid('default_action');
  }
  return null;
}

const isAction = ({ type, url, payload }: Record<string, unknown>): boolean =>
  type === 'oa.open.url' ? isUrl(url) : typeof payload === 'string';

function checkButtons(buttons: unknown): FakeAnswer | null {
  if (!Array.isArray(buttons) || buttons.length === 0) return invalid('buttons');
  if (buttons.length > 5) return tooLong();
  for (const button of buttons) {
    const { title, type, payload } = fields(button);
    if (typeof title !== 'string' || title.trim() === '') return invalid('title');
    if (codePoints(title) > 100) return tooLong();
    const wrong = checkPayload(type, payload);
    if (wrong) return wrong;
  }
  return null;
}

function checkPayload(type: unknown, payload: unknown): FakeAnswer | null {
  switch (type) {
    case 'oa.open.url':
      return isUrl(fields(payload).url) ? null : invalid('payload');
    case 'oa.query.show':
    case 'oa.query.hide':
      if (typeof payload !== 'string' || payload === '') return invalid('payload');
      return codePoints(payload) > 1000 ? tooLong() : null;
    case 'oa.open.phone':
    case 'oa.open.sms':
      return typeof fields(payload).phone_code === 'string' ? null : invalid('payload');
    default:
      return invalid('type');
  }
}

const isUrl = (url: unknown): boolean =>
  typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url);
const isHttps = (url: unknown): boolean => isUrl(url) && String(url).startsWith('https:');
const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;
