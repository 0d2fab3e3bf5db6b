import { WANTED_UPDATES } from '../client/set-webhook.ts';
import { bad, fail, type Handler, ok, type Params } from './answer.ts';
import { sendMethods, targetOf } from './send-methods.ts';
import { type FakeBot, type FakeUser, key } from './state.ts';

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
  world.typing.set(key(bot, target.chatId), world.now() + 5_000);
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

interface SampleFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** One orange point. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const box = (type: string, body: string): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(8 + body.length);
  return Buffer.concat([head, Buffer.from(type + body, 'latin1')]);
};

/** What friends of the fake send, by the vendor's id of the file: small, and with the beginning of their kind. */
export const SAMPLE_FILES: Readonly<Record<string, SampleFile>> = {
  'file-image': { path: 'photos/file_1.png', bytes: Buffer.from(PNG, 'base64') },
  'file-video': { path: 'videos/file_2.mp4', bytes: box('ftyp', 'isom\0\0\x02\0isomiso2mp41') },
  'file-audio': { path: 'voice/file_3.oga', bytes: Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0', 'latin1') },
  'file-document': {
    path: 'documents/file_4.pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  },
};
