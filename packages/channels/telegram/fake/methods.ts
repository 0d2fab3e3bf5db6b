import { WANTED_UPDATES } from '../client/set-webhook.ts';
import { TELEGRAM_LIMITS } from '../limits.ts';
import {
  bad,
  type FakeAnswer,
  FakeUpload,
  type FakeWorld,
  fail,
  fields,
  type Handler,
  ok,
  type Params,
} from './answer.ts';
import { SAMPLE_FILES } from './sample-files.ts';
import { addEntry, type FakeBot, type FakeUser, key, next } from './state.ts';
import { placeKey, placeOf } from './topics.ts';

type Target =
  | { readonly kind: 'chat'; readonly chatId: number; readonly isGroup: boolean }
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

/** The chat that a call is about, if the bot may write there. */
function targetOf({ state }: FakeWorld, bot: FakeBot, { chat_id }: Params): Target {
  const refused = (answer: FakeAnswer): Target => ({ kind: 'refused', answer });
  if (chat_id === undefined || chat_id === '') return refused(bad('chat_id is empty'));
  const chatId = Number(chat_id);
  const group = state.groups.get(key(bot, chatId));
  if (group && group.migratedTo !== null) {
    const parameters = { migrate_to_chat_id: group.migratedTo };
    return refused(bad('group chat was upgraded to a supergroup chat', parameters));
  }
  if (group) {
    if (!group.isBotIn) return refused(fail(403, 'Forbidden: bot was kicked from the group chat'));
    return { kind: 'chat', chatId, isGroup: true };
  }
  const user = state.users.get(key(bot, chatId));
  if (!user) return refused(bad('chat not found'));
  if (user.status === 'blocked') return refused(fail(403, 'Forbidden: bot was blocked by the user'));
  if (user.status === 'new')
    return refused(fail(403, "Forbidden: bot can't initiate conversation with a user"));
  return { kind: 'chat', chatId, isGroup: false };
}

type Check = (params: Params) => string | null;

/** `kind` is what a phone shows. */
const sends =
  (kind: string, check: Check, textOf: (params: Params) => string | null): Handler =>
  (world, bot, params) => {
    const target = targetOf(world, bot, params);
    if (target.kind === 'refused') return target.answer;
    const { chatId, isGroup } = target;
    const place = placeOf(world, bot, { chatId, params });
    if ('status' in place) return place;
    const objection =
      check(params) ?? checkMarkup(params.reply_markup) ?? checkReply(world, bot, { chatId, params });
    if (objection !== null) {
      return objection === TOO_LARGE ? fail(413, TOO_LARGE) : bad(objection);
    }
    const id = next(world.state, 'message');
    const at = world.now();
    const { chat_id: _chat, ...payload } = params;
    const topic = place.topic ? { topic: place.topic.id } : {};
    addEntry(world.state, bot, {
      chatId,
      entry: { id, from: 'account', at, kind, text: textOf(params), ...topic, payload },
    });
    world.typing.delete(placeKey(bot, place));
    return ok({
      message_id: id,
      date: Math.floor(at / 1000),
      chat: { id: chatId, type: isGroup ? 'group' : 'private' },
      from: { id: bot.id, is_bot: true, first_name: bot.name },
    });
  };

function checkReply(
  { state }: FakeWorld,
  bot: FakeBot,
  { chatId, params }: { readonly chatId: number; readonly params: Params },
): string | null {
  if (params.reply_parameters === undefined) return null;
  const { message_id: id, allow_sending_without_reply: isOptional } = fields(params.reply_parameters);
  if (!Number.isInteger(id)) return "can't parse reply parameters";
  const isThere = state.chats.get(key(bot, chatId))?.some((entry) => entry.id === id);
  return isThere || isOptional === true ? null : 'message to be replied not found';
}

const TOO_LARGE = 'Request Entity Too Large';
const { photoBytes, fileBytes } = TELEGRAM_LIMITS;

/** By its address, which the vendor has to be able to fetch, or as an upload. */
const checkFile =
  (field: string): Check =>
  (params) => {
    const given = params[field];
    if (given instanceof FakeUpload) {
      if (given.bytes === 0) return 'file must be non-empty';
      return given.bytes > (field === 'photo' ? photoBytes : fileBytes) ? TOO_LARGE : null;
    }
    if (given === undefined) return `there is no ${field} in the request`;
    if (!/^https?:\/\//.test(String(given)) || !URL.canParse(String(given))) {
      return 'wrong remote file identifier specified: Wrong string length';
    }
    const { hostname, pathname } = new URL(String(given));
    if (/^(?:localhost|127\.|10\.|192\.168\.)/.test(hostname)) return 'failed to get HTTP URL content';
    const isOther = field === 'document' && !/\.(?:pdf|gif|zip)$/i.test(pathname);
    return isOther ? 'wrong type of the web page content' : null;
  };

const caption = ({ caption: words }: Params): string | null => (typeof words === 'string' ? words : null);

const checkVenue: Check = (params) =>
  checkPlace(params) ?? (params.title && params.address ? null : 'venue title and address must be non-empty');

const sendMethods: Readonly<Record<string, Handler>> = {
  sendMessage: sends('text', checkText, ({ text }) => String(text).trim()),
  sendPhoto: sends('image', checkFile('photo'), caption),
  sendVideo: sends('video', checkFile('video'), caption),
  sendAudio: sends('audio', checkFile('audio'), caption),
  sendDocument: sends('file', checkFile('document'), caption),
  sendLocation: sends('location', checkPlace, () => null),
  sendVenue: sends('location', checkVenue, ({ title }) => String(title)),
};

/** What the vendor says against it; null: nothing. */
type Objection = string | null;

function checkText({ text, entities, parse_mode }: Params): Objection {
  if (typeof text !== 'string' || text.trim() === '') return 'message text is empty';
  if (!text.isWellFormed()) return 'strings must be encoded in UTF-8';
  if (parse_mode !== undefined && parse_mode !== 'HTML') return 'unsupported parse_mode';
  const broken = parse_mode === 'HTML' ? brokenHtml(text) : null;
  if (broken !== null) return `can't parse entities: ${broken}`;
  const shown = parse_mode === 'HTML' ? text.replaceAll(/<[^>]*>/g, '') : text;
  if (shown.length > TELEGRAM_LIMITS.textLength) return 'message is too long';
  return entities === undefined ? null : checkEntities(text, entities);
}

const TAGS = /^(?:b|strong|i|em|u|ins|s|strike|del|code|pre|a|blockquote|tg-spoiler|span|tg-emoji)$/;

function brokenHtml(text: string): Objection {
  const open: string[] = [];
  for (const match of text.matchAll(/<(\/?)([^\s>]*)([^>]*)(>?)/g)) {
    const [, slash, name = '', , end] = match;
    const at = Buffer.byteLength(text.slice(0, match.index));
    if (end === '' || !TAGS.test(name)) return `Unsupported start tag "${name}" at byte offset ${at}`;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return `Unmatched end tag at byte offset ${at}`;
  }
  return open.length === 0 ? null : `Can't find end tag corresponding to start tag "${open.at(-1)}"`;
}

const TYPES = new Set([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'blockquote',
  'code',
  'pre',
  'text_link',
]);

function checkEntities(text: string, entities: unknown): Objection {
  if (!Array.isArray(entities)) return "can't parse entities: expected an Array";
  // The real one shows the text without the marks that are too many; here nobody would see that.
  if (entities.length > TELEGRAM_LIMITS.entities) return 'too many entities: the rest would not be shown';
  const ranges: { readonly start: number; readonly end: number; readonly type: string }[] = [];
  for (const entity of entities.map(fields)) {
    const { type, offset, length, url } = entity;
    if (!TYPES.has(String(type))) return `can't parse entities: unsupported type ${String(type)}`;
    if (!Number.isInteger(offset) || !Number.isInteger(length)) return "can't parse entities: no offset";
    const [start, end] = [Number(offset), Number(offset) + Number(length)];
    if (start < 0 || end <= start || end > text.length) return 'ENTITY_BOUNDS_INVALID';
    if (isInsideCharacter(text, start) || isInsideCharacter(text, end)) return 'ENTITY_BOUNDS_INVALID';
    if (type === 'text_link' && !URL.canParse(String(url))) return 'ENTITY_TEXTURL_INVALID';
    ranges.push({ start, end, type: String(type) });
  }
  const crosses = ranges.some((one, index) => ranges.slice(index + 1).some((other) => cross(one, other)));
  return crosses ? 'can’t parse entities: they cross each other' : null;
}

const isInsideCharacter = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

interface Range {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}
/** One has to lie within the other; nothing lies within code, and quotations don't nest. */
function cross(one: Range, other: Range): boolean {
  if (one.end <= other.start || other.end <= one.start) return false;
  const [outer, inner] = one.end - one.start >= other.end - other.start ? [one, other] : [other, one];
  if (inner.start < outer.start || inner.end > outer.end) return true;
  return /^(?:code|pre)$/.test(outer.type) || (outer.type === 'blockquote' && inner.type === 'blockquote');
}

function checkMarkup(markup: unknown): Objection {
  if (markup === undefined) return null;
  const { inline_keyboard: inline, keyboard, remove_keyboard } = fields(markup);
  if (remove_keyboard === true) return null;
  const rows = inline ?? keyboard;
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    return "can't parse reply keyboard markup JSON object";
  const buttons: readonly Record<string, unknown>[] = rows.flat().map(fields);
  if (buttons.length > 100) return 'REPLY_MARKUP_TOO_LONG';
  for (const { text, callback_data: data, url } of buttons) {
    if (typeof text !== 'string' || text.trim() === '')
      return "can't parse keyboard button: Text buttons must be non-empty";
    if (inline === undefined) continue;
    if ((data === undefined) === (url === undefined)) {
      return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
    }
    const bytes = data === undefined ? 1 : Buffer.byteLength(String(data));
    if (bytes < 1 || bytes > TELEGRAM_LIMITS.callbackBytes) return 'BUTTON_DATA_INVALID';
    if (url !== undefined && !/^(?:https?|tg):\/\//.test(String(url))) return 'BUTTON_URL_INVALID';
  }
  return null;
}

function checkPlace({ latitude, longitude }: Params): Objection {
  const isPlace = [latitude, longitude].every((value) => Number.isFinite(Number(value ?? Number.NaN)));
  return isPlace && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
    ? null
    : 'location is invalid';
}

const KNOWN_UPDATES = new Set<string>([
  ...WANTED_UPDATES,
  'channel_post',
  'poll',
  'chat_member',
  'inline_query',
]);
const PORTS = new Set(['', '443', '80', '88', '8443']);

const getMe: Handler = (_world, bot) => ok(viewOfBot(bot));

const setWebhook: Handler = ({ isLocal }, bot, params) => {
  const { url, secret_token: secret = '', allowed_updates: allowed = [] } = params;
  if (url === undefined || url === '') {
    bot.webhook = null;
    return ok(true);
  }
  if (typeof url !== 'string' || !URL.canParse(url)) return bad('bad webhook: invalid URL');
  const { protocol, port } = new URL(url);
  if (!isLocal && protocol !== 'https:') return bad('bad webhook: An HTTPS URL must be provided for webhook');
  if (!isLocal && !PORTS.has(port))
    return bad('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  if (typeof secret !== 'string' || !/^[A-Za-z0-9_-]{0,256}$/.test(secret)) {
    return bad('secret token contains unallowed characters');
  }
  if (!Array.isArray(allowed) || allowed.some((type) => !KNOWN_UPDATES.has(type))) {
    return bad("can't parse allowed_updates: unknown update type");
  }
  bot.webhook = { url, secret, allowed };
  return ok(true);
};

const deleteWebhook: Handler = (_world, bot) => {
  bot.webhook = null;
  return ok(true);
};

const getWebhookInfo: Handler = (_world, { webhook, lastError }) =>
  ok({
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: 0,
    ...(lastError && {
      last_error_date: Math.floor(lastError.at / 1000),
      last_error_message: lastError.message,
    }),
    ...(webhook && webhook.allowed.length > 0 ? { allowed_updates: webhook.allowed } : {}),
  });

const getChat: Handler = ({ state }, bot, { chat_id }) => {
  const user = state.users.get(key(bot, Number(chat_id)));
  if (user && user.status !== 'new') return ok({ ...personOf(user), type: 'private' });
  const group = state.groups.get(key(bot, Number(chat_id)));
  return group?.isBotIn ? ok({ id: group.id, type: 'group', title: group.title }) : bad('chat not found');
};

const getChatMember: Handler = ({ state }, bot, { chat_id, user_id }) => {
  const group = state.groups.get(key(bot, Number(chat_id)));
  if (!group?.isBotIn) return bad('chat not found');
  const user = state.users.get(key(bot, Number(user_id)));
  if (!user || !group.members.includes(user.id)) return bad('user not found');
  return ok({ status: 'member', user: viewOf(user) });
};

/** Shown for five seconds, or until a message comes. */
const sendChatAction: Handler = (world, bot, params) => {
  const target = targetOf(world, bot, params);
  if (target.kind === 'refused') return target.answer;
  if (typeof params.action !== 'string') return bad('wrong parameter action in request');
  const { chatId } = target;
  if (world.state.groups.get(key(bot, chatId))?.isDirectMessages) return bad('chat action is not supported');
  const place = placeOf(world, bot, { chatId, params });
  if ('status' in place) return place;
  world.typing.set(placeKey(bot, place), world.now() + 5_000);
  return ok(true);
};

const answerCallbackQuery: Handler = ({ state }, bot, { callback_query_id: id }) => {
  if (state.taps.get(String(id)) !== bot.id) {
    return bad('query is too old and response timeout expired or query ID is invalid');
  }
  state.taps.delete(String(id));
  return ok(true);
};

const getFile: Handler = (_world, _bot, { file_id: id }) => {
  const file = Object.hasOwn(SAMPLE_FILES, String(id)) ? SAMPLE_FILES[String(id)] : undefined;
  if (id === 'too-large') return bad('file is too big');
  if (!file) return bad('invalid file_id');
  return ok({ file_id: id, file_size: file.bytes.length, file_path: file.path });
};

export const METHODS: Readonly<Record<string, Handler>> = {
  getMe,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  getChat,
  getChatMember,
  sendChatAction,
  answerCallbackQuery,
  getFile,
  ...sendMethods,
};

const viewOfBot = ({ id, name, username }: FakeBot) => ({
  id,
  is_bot: true,
  first_name: name,
  username,
  can_join_groups: true,
  can_read_all_group_messages: false,
});

const personOf = ({ id, firstName, lastName }: FakeUser) => ({
  id,
  first_name: firstName,
  ...(lastName === null ? {} : { last_name: lastName }),
});

/** As it stands in updates. */
export const viewOf = (user: FakeUser) => ({
  ...personOf(user),
  is_bot: false,
  language_code: user.language,
});

export const unauthorised = (token: string) =>
  /^\d+:[A-Za-z0-9_-]{30,}$/.test(token) ? fail(401, 'Unauthorized') : fail(404, 'Not Found');

/** What came as text beside a file is JSON where it is no plain text. */
export function readForm(entries: Iterable<[string, unknown]>): Params {
  const read = (value: unknown): unknown => {
    if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  return Object.fromEntries([...entries].map(([name, value]) => [name, read(value)]));
}
