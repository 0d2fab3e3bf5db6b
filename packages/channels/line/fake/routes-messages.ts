import { type Fields, object, text } from '../rules/rules.ts';
import {
  bodyErrors,
  type ChannelRoute,
  type ErrorDetail,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  fields,
  invalidProperty,
  ok,
  refuse,
} from './answer.ts';
import { SAMPLES } from './sample-files.ts';
import {
  checkQuotes,
  deliver,
  hasQuota,
  keepRetryKey,
  numbered,
  repeatOf,
  required,
  targetOf,
  unknownField,
} from './sending.ts';
import { chatOf, type FakeChannel, key } from './state.ts';
import { assignUnits, checkUnits } from './units.ts';
import { checkBody, checkMessages } from './validate-messages.ts';

const MINUTE = 60_000;
const REDELIVERED_TOKEN_LIFE = 20 * MINUTE;

/** Reply, push, and the calls that only check. */
export const messageRoutes: readonly ChannelRoute[] = [
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/reply$/,
    accepts: 'json',
    auth: 'channel',
    handle: reply,
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/push$/,
    accepts: 'json',
    auth: 'channel',
    retryKey: true,
    handle: push,
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/validate\/(?:reply|push|multicast|narrowcast|broadcast)$/,
    accepts: 'json',
    auth: 'channel',
    handle: (_world, _channel, { body }) =>
      unknownField(fields(body), ['messages']) ?? checkMessages(fields(body).messages) ?? ok(),
  },
];

function reply(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['replyToken', 'messages', 'notificationDisabled']) ??
    required(body, 'replyToken') ??
    checkMessages(body.messages);
  if (wrong) return wrong;
  const token = world.state.replyTokens.get(String(body.replyToken));
  const now = world.now();
  const usable =
    token !== undefined &&
    token.channelId === channel.channelId &&
    !token.used &&
    now - token.receivedAt <= MINUTE &&
    now - token.eventAt <= REDELIVERED_TOKEN_LIFE;
  if (!usable) return refuse(400, 'Invalid reply token');
  const misquoted = checkQuotes(world, channel, { chatId: token.chatId, messages: body.messages });
  if (misquoted) return misquoted;
  token.used = true;
  return ok({
    sentMessages: deliver(world, channel, {
      chatId: token.chatId,
      messages: body.messages,
      via: 'reply',
      requestId: request.requestId,
    }),
  });
}

function push(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer {
  const repeated = repeatOf(world, channel, request);
  if (repeated) return repeated;
  const body = fields(request.body);
  const wrong =
    unknownField(body, ['to', 'messages', 'notificationDisabled', 'customAggregationUnits']) ??
    required(body, 'to') ??
    checkMessages(body.messages) ??
    checkUnits(body.customAggregationUnits);
  if (wrong) return wrong;
  const to = String(body.to);
  if (!/^[UCR][0-9a-f]{32}$/.test(to)) return invalidProperty("'to'");
  const target = targetOf(world, channel, to);
  if (target === null) return refuse(400, 'Failed to send messages');
  const misquoted = checkQuotes(world, channel, { chatId: to, messages: body.messages });
  if (misquoted) return misquoted;
  if (!hasQuota(world, channel, target.counted)) return refuse(429, 'You have reached your monthly limit.');
  const sentMessages = target.delivered
    ? deliver(world, channel, {
        chatId: to,
        messages: body.messages,
        via: 'push',
        requestId: request.requestId,
      })
    : numbered(world, channel, { chatId: to, messages: body.messages });
  keepRetryKey(world, channel, { request, sentMessages });
  assignUnits(world, channel, {
    given: body.customAggregationUnits,
    reached: target.delivered ? [to] : [],
  });
  return ok({ sentMessages });
}

const USER_ID = /^U[0-9a-f]{32}$/;
const ONLY_USERS =
  'Only user id is acceptable, please confirm if there are any group/room ids or illegal ids.';
const FOREIGN_READ_TOKEN =
  'Invalid markAsReadToken. Tokens must be used by the bot that received them via Webhook.';

/** Profiles, received content, the loading animation and the read mark. */
export const chatRoutes: readonly ChannelRoute[] = [
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/profile\/([^/]+)$/,
    auth: 'channel',
    handle: (world, channel, { params }) => readProfile(world, channel, params[0] ?? ''),
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/chat\/loading\/start$/,
    accepts: 'json',
    auth: 'channel',
    rate: [100, 1_000],
    handle: (world, channel, { body }) => startLoading(world, channel, fields(body)),
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/chat\/markAsRead$/,
    accepts: 'json',
    auth: 'channel',
    handle: (world, channel, { body }) => markAsRead(world, channel, String(fields(body).markAsReadToken)),
  },
  {
    host: 'api',
    method: 'POST',
    path: /^\/v2\/bot\/message\/markAsRead$/,
    accepts: 'json',
    auth: 'channel',
    handle: (world, channel, { body }) =>
      checkBody(body, CHAT_READ) ?? markChatAsRead(world, channel, fields(fields(body).chat)),
  },
  {
    host: 'data',
    method: 'GET',
    path: /^\/v2\/bot\/message\/([^/]+)\/content$/,
    auth: 'channel',
    handle: (world, channel, { params }) => readContent(world, channel, params[0] ?? ''),
  },
  {
    host: 'data',
    method: 'GET',
    path: /^\/v2\/bot\/message\/([^/]+)\/content\/preview$/,
    auth: 'channel',
    handle: (world, channel, { params }) => readPreview(world, channel, params[0] ?? ''),
  },
  {
    host: 'data',
    method: 'GET',
    path: /^\/v2\/bot\/message\/([^/]+)\/content\/transcoding$/,
    auth: 'channel',
    handle: (world, channel, { params }) => readTranscoding(world, channel, params[0] ?? ''),
  },
];

function readProfile({ state }: FakeWorld, channel: FakeChannel, userId: string): FakeAnswer {
  if (!USER_ID.test(userId)) return refuse(400, "The value for the 'userId' parameter is invalid");
  const friend = state.friends.get(key(channel.channelId, userId));
  const known = friend?.relation === 'following' || (friend?.relation === 'stranger' && friend.lastWroteAt);
  if (!friend || !known) return refuse(404, 'Not found');
  const { displayName, pictureUrl, language } = friend;
  return ok({
    displayName,
    userId,
    ...(pictureUrl === null ? {} : { pictureUrl }),
    ...(language === null ? {} : { language }),
  });
}

function startLoading(world: FakeWorld, channel: FakeChannel, body: Record<string, unknown>): FakeAnswer {
  const { chatId, loadingSeconds = 20 } = body;
  const errors: ErrorDetail[] = [];
  if (typeof chatId !== 'string' || !USER_ID.test(chatId)) {
    errors.push({ message: ONLY_USERS, property: 'chatId' });
  }
  const seconds = Number(loadingSeconds);
  if (!(seconds >= 5 && seconds <= 60)) {
    errors.push({ message: 'Must be between 5 and 60', property: 'loadingSeconds' });
  }
  if (seconds % 5 !== 0) errors.push({ message: 'must be a multiple of five', property: 'loadingSeconds' });
  if (errors.length > 0) return bodyErrors(errors);
  chatOf(world.state, channel.channelId, String(chatId)).loadingUntil = world.now() + seconds * 1000;
  return ok({}, 202);
}

/** Everything in that chat up to the message of the token. */
function markAsRead({ state }: FakeWorld, { channelId }: FakeChannel, token: string): FakeAnswer {
  const known = state.readTokens.get(token);
  if (known?.channelId !== channelId) return refuse(400, FOREIGN_READ_TOKEN);
  const chat = chatOf(state, channelId, known.chatId);
  chat.readUntil = Math.max(chat.readUntil ?? 0, known.at);
  return ok();
}

const CHAT_READ: Fields = { chat: object({ userId: text(100) }) };

/** Everything that the person has written so far. */
function markChatAsRead(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  { userId }: Record<string, unknown>,
): FakeAnswer {
  const id = String(userId);
  if (!USER_ID.test(id)) return bodyErrors([{ message: ONLY_USERS, property: 'chat.userId' }]);
  const chat = chatOf(state, channelId, id);
  const last = chat.entries.findLast(({ from }) => from === 'friend');
  if (last) chat.readUntil = Math.max(chat.readUntil ?? 0, last.at);
  return ok();
}

/** Of a picture or video; the vendor makes a JPEG of it. */
function readPreview({ state }: FakeWorld, { channelId }: FakeChannel, id: string): FakeAnswer {
  const content = state.contents.get(id);
  if (!content || content.channelId !== channelId) return refuse(404, 'not found');
  if (content.gone) return refuse(410, 'The content is gone');
  if (!/^(image|video)\//.test(content.contentType)) return refuse(400, 'The content can not be previewed');
  if (content.pending > 0) return ok({}, 202);
  const { bytes, contentType } = SAMPLES.preview;
  return { status: 200, body: bytes, headers: { 'content-type': contentType } };
}

function readContent({ state }: FakeWorld, channel: FakeChannel, id: string): FakeAnswer {
  const content = state.contents.get(id);
  if (!content || content.channelId !== channel.channelId) return refuse(404, 'not found');
  if (content.gone) return refuse(410, 'The content is gone');
  if (content.failed || content.pending > 0) {
    content.pending -= 1;
    return ok({}, 202);
  }
  const bytes = Buffer.from(content.base64, 'base64');
  return { status: 200, body: bytes, headers: { 'content-type': content.contentType } };
}

function readTranscoding({ state }: FakeWorld, channel: FakeChannel, id: string): FakeAnswer {
  const content = state.contents.get(id);
  if (!content || content.channelId !== channel.channelId) return refuse(404, 'not found');
  if (content.gone) return refuse(410, 'The content is gone');
  if (!/^(video|audio)\//.test(content.contentType)) {
    return refuse(400, "Transcoding status doesn't support this type of content");
  }
  if (content.failed) return ok({ status: 'failed' });
  return ok({ status: content.pending > 0 ? 'processing' : 'succeeded' });
}
