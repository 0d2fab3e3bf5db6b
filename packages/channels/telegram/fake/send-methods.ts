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
import { checkMarkup, checkPlace, checkText } from './check-message.ts';
import { addEntry, type FakeBot, key, next } from './state.ts';

type Target =
  | { readonly kind: 'chat'; readonly chatId: number; readonly isGroup: boolean }
  | { readonly kind: 'refused'; readonly answer: FakeAnswer };

/** The chat that a call is about, if the bot may write there. */
export function targetOf({ state }: FakeWorld, bot: FakeBot, { chat_id }: Params): Target {
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
    const objection =
      check(params) ?? checkMarkup(params.reply_markup) ?? checkReply(world, bot, target.chatId, params);
    if (objection !== null) {
      return objection === TOO_LARGE ? fail(413, TOO_LARGE) : bad(objection);
    }
    const { chatId, isGroup } = target;
    const id = next(world.state, 'message');
    const at = world.now();
    const { chat_id: _chat, ...payload } = params;
    addEntry(world.state, bot, chatId, { id, from: 'account', at, kind, text: textOf(params), payload });
    world.typing.delete(key(bot, chatId));
    return ok({
      message_id: id,
      date: Math.floor(at / 1000),
      chat: { id: chatId, type: isGroup ? 'group' : 'private' },
      from: { id: bot.id, is_bot: true, first_name: bot.name },
    });
  };

function checkReply({ state }: FakeWorld, bot: FakeBot, chatId: number, params: Params): string | null {
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

export const sendMethods: Readonly<Record<string, Handler>> = {
  sendMessage: sends('text', checkText, ({ text }) => String(text).trim()),
  sendPhoto: sends('image', checkFile('photo'), caption),
  sendVideo: sends('video', checkFile('video'), caption),
  sendAudio: sends('audio', checkFile('audio'), caption),
  sendDocument: sends('file', checkFile('document'), caption),
  sendLocation: sends('location', checkPlace, () => null),
  sendVenue: sends('location', checkVenue, ({ title }) => String(title)),
};
