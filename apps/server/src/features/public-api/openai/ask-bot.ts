import { type AccountId, BotId, GroupId } from '@hanasu/contract/ids';
import {
  COMPLETION_LIMITS,
  type CompletionMessage,
  type MessagePart,
  type NamedSchema,
} from '@hanasu/contract/openai';
import type { ChatTurn, JsonFormat } from '@hanasu/models/gateway/answer-request';
import type { z } from 'zod';
import {
  type Answer,
  answerStateless,
  type StatelessAnswer,
  type StatelessDependencies,
} from '../../answering/public.ts';
import type { LiveKey } from '../../api-keys/public.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import {
  type ApiError,
  apiError,
  apiErrorOf,
  NO_MODEL,
  OpenAiError,
  OVER_BUDGET,
  schemaRefused,
} from './openai-error.ts';

export interface AskDependencies extends StatelessDependencies {
  readonly router: BotGroupRouter;
}

type Asked = Extract<ReadConversation, { kind: 'read' }>;
export type Begun = Extract<StatelessAnswer, { kind: 'begun' }> & {
  /** The member that asks for JSON; null: none does. */
  readonly jsonParam: string | null;
};

/** The body of a request. Throws with the member that is wrong. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue ? paramOf(issue.path) : null;
  const message = `${param ?? 'body'}: ${issue?.message ?? 'not valid'}`;
  throw new OpenAiError(apiError(400, { code: 'invalid_value', message }, { param }));
}

/** `messages[0].content`, as OpenAI writes it; null for the body itself. */
function paramOf(path: z.core.$ZodIssue['path']): string | null {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? null : text.replace(/^\./, '');
}

/** What a request asks, and of which bot or group. */
export interface AskedBot {
  readonly model: string;
  readonly messages: readonly CompletionMessage[];
  /** What the request calls them. */
  readonly name: 'messages' | 'input';
  readonly signal: AbortSignal;
  /** Null: a text. */
  readonly json: AskedJson | null;
}

interface AskedJson {
  readonly format: JsonFormat;
  /** The member that asks for it. */
  readonly param: string;
}

/** The JSON that a request asks for; `given` are the members of its schema. */
export function jsonOf(
  type: 'text' | JsonFormat['form'] | undefined,
  given: NamedSchema | undefined,
  param: string,
): AskedJson | null {
  if (type === undefined || type === 'text') return null;
  if (!given) return { format: { form: type }, param };
  const { name, description, schema, strict } = given;
  return {
    format: { form: type, name, schema, strict: strict ?? false, ...(description && { description }) },
    param,
  };
}

/** Begins an answer to the last message. Throws what the caller has to change. */
export async function beginAnswer(
  dependencies: AskDependencies,
  key: LiveKey,
  { model, messages, name, signal, json }: AskedBot,
): Promise<Begun> {
  const asked = readConversation(messages, name);
  if (asked.kind === 'refused') {
    const { code, message, param } = asked;
    throw new OpenAiError(apiError(400, { code, message }, { param }));
  }
  const { accountId } = key;
  const { text, history, context, images } = asked;
  const ask = (botId: BotId): Promise<StatelessAnswer> =>
    answerStateless(dependencies, {
      accountId,
      botId,
      key,
      text,
      history,
      context,
      attachments: images,
      ...(json && { json: json.format }),
      signal,
    });
  const accepted = (begun: StatelessAnswer): Begun => ({
    ...acceptedOf(begun, json),
    jsonParam: json?.param ?? null,
  });
  const id = BotId.safeParse(model.replace(/^(?:bot|group):/, ''));
  // A key for some bots asks those, and no group.
  if (!id.success || (key.botIds && !key.botIds.includes(id.data))) throw new OpenAiError(NO_MODEL);
  const begun = await ask(id.data);
  if (begun.kind !== 'bot-not-found' || key.botIds) return accepted(begun);
  return accepted(
    await ask(await chooseBot(dependencies, { accountId, groupId: GroupId.parse(id.data) }, asked)),
  );
}

type Unsupported = Extract<StatelessAnswer, { kind: 'json-unsupported' }>;

/** Says what to send instead. */
function jsonUnsupported({ forms, isForTools }: Unsupported, json: AskedJson | null): OpenAiError {
  const [form] = forms;
  const why = isForTools
    ? 'The model of this bot cannot call the tools of the bot and answer in this form'
    : `The model of this bot does not answer in the form ${json?.format.form ?? 'json'}`;
  const others =
    form === undefined
      ? 'Leave the format out and describe the form in a message, or ask a bot with another model'
      : `Send ${form} instead`;
  return new OpenAiError(
    apiError(
      400,
      { code: 'unsupported_format', message: `${why}. ${others}` },
      { param: json ? `${json.param}.type` : null },
    ),
  );
}

function acceptedOf(
  begun: StatelessAnswer,
  json: AskedJson | null,
): Extract<StatelessAnswer, { kind: 'begun' }> {
  switch (begun.kind) {
    case 'begun':
      return begun;
    case 'bot-not-found':
      throw new OpenAiError(NO_MODEL);
    case 'over-budget':
      throw new OpenAiError(OVER_BUDGET);
    case 'json-unsupported':
      throw jsonUnsupported(begun, json);
    default:
      return begun satisfies never;
  }
}

async function chooseBot(
  { router }: AskDependencies,
  { accountId, groupId }: { readonly accountId: AccountId; readonly groupId: GroupId },
  { text, history }: Asked,
): Promise<BotId> {
  const chosen = await router.choose({ accountId, groupId, text, history, previousBotId: null });
  if (chosen.kind === 'chosen') return chosen.botId;
  if (chosen.kind === 'not-found') throw new OpenAiError(NO_MODEL);
  const message = 'No bot of this group is available';
  throw new OpenAiError(
    apiError(403, { code: 'bot_paused', message }, { type: 'permission_error', param: 'model' }),
  );
}

export const SILENT = { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined };

/** Why an answer is none; null: it is one. */
export const failureOf = ({ jsonParam }: Begun, { outcome, isFormatRefused }: Answer): ApiError | null =>
  isFormatRefused ? schemaRefused(jsonParam) : apiErrorOf(outcome);

/** JSON was asked for, and the answer is a text: OpenAI's clients read that as a refusal. */
export const isRefusal = ({ jsonParam }: Begun, { json }: Answer): boolean =>
  jsonParam !== null && json === undefined;

export async function answerWhole(begun: Begun): Promise<Answer> {
  const answer = await begun.answer(SILENT);
  const failed = failureOf(begun, answer);
  if (failed) throw new OpenAiError(failed);
  return answer;
}

/** What OpenAI's shapes have no place for. */
export const extraOf = (begun: Begun, { citations, outcome, usage }: Answer) => ({
  citations,
  hanasu: { outcome, bot: begun.bot.id, tokens: usage.tokens },
});

interface AskedImage {
  readonly kind: 'image';
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A question with what was said before it, or why it can't be asked. */
type ReadConversation =
  | {
      readonly kind: 'read';
      readonly text: string;
      readonly history: readonly ChatTurn[];
      readonly context: string;
      readonly images: readonly AskedImage[];
    }
  | {
      readonly kind: 'refused';
      readonly param: string;
      readonly code: 'invalid_value' | 'string_above_max_length' | 'invalid_image';
      readonly message: string;
    };

type Refused = Extract<ReadConversation, { kind: 'refused' }>;

/** The question is the last message, what was said before it is its history, system messages are context. */
function readConversation(
  messages: readonly CompletionMessage[],
  name: 'messages' | 'input',
): ReadConversation {
  const at = messages.findLastIndex(({ role }) => !isContext(role));
  const question = messages[at];
  if (question?.role !== 'user') return refuse(name, 'invalid_value', NOT_A_QUESTION);
  const images = readImages(question, `${name}[${at}]`);
  if ('kind' in images) return images;
  const text = textOf(question);
  if (text.trim() === '')
    return refuse(`${name}[${at}].content`, 'invalid_value', 'The last message holds no text');
  if (text.length > COMPLETION_LIMITS.question) {
    return tooLong(`${name}[${at}].content`, COMPLETION_LIMITS.question);
  }
  const context = messages
    .filter(({ role }) => isContext(role))
    .map(textOf)
    .join('\n\n');
  if (context.length > COMPLETION_LIMITS.context) return tooLong(name, COMPLETION_LIMITS.context);
  return { kind: 'read', text, history: messages.slice(0, at).flatMap(turnOf), context, images };
}

const NOT_A_QUESTION =
  'The last message has to be by the user: an answer that was begun is not continued. Send the messages up to the last question';

const isContext = (role: CompletionMessage['role']): boolean => role === 'system' || role === 'developer';

const refuse = (param: string, code: Refused['code'], message: string): Refused => ({
  kind: 'refused',
  param,
  code,
  message,
});
const tooLong = (param: string, most: number): Refused =>
  refuse(param, 'string_above_max_length', `At most ${most} characters`);

function textOf({ content }: CompletionMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .flatMap((part) => ('text' in part && typeof part.text === 'string' ? [part.text] : []))
    .join('\n');
}

/** Calls of tools and their results are left out: the bot has tools of its own. */
function turnOf(message: CompletionMessage): ChatTurn[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [];
  const text = textOf(message);
  return text.trim() === '' ? [] : [{ role: message.role, text }];
}

const DATA_IMAGE = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Kinds of parts whose text or picture is read. */
const READ_PARTS: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'refusal',
  'image_url',
  'input_image',
]);

const pictureOf = (part: MessagePart): string | null => {
  if (!('image_url' in part)) return null;
  const { image_url: given } = part;
  if (typeof given === 'string') return given;
  return typeof given === 'object' && given !== null && 'url' in given ? String(given.url) : '';
};

/** Only what is sent along: no address is fetched on behalf of a caller. */
function readImages({ content }: CompletionMessage, at: string): AskedImage[] | Refused {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const images: AskedImage[] = [];
  for (const [index, part] of parts.entries()) {
    const place = `${at}.content[${index}]`;
    if (!READ_PARTS.has(part.type)) {
      const message = `Parts of the type “${part.type}” can't be read; send text and pictures, and files to the bot's knowledge`;
      return refuse(place, 'invalid_value', message);
    }
    if (!part.type.endsWith('image') && part.type !== 'image_url') continue;
    const match = DATA_IMAGE.exec(pictureOf(part) ?? '');
    if (!match)
      return refuse(
        `${place}.image_url`,
        'invalid_image',
        'Send images as data: URLs (png, jpeg, webp or gif)',
      );
    if (images.length === COMPLETION_LIMITS.images)
      return refuse(`${place}.image_url`, 'invalid_image', `At most ${COMPLETION_LIMITS.images} images`);
    const [, mediaType = '', base64 = ''] = match;
    images.push({ kind: 'image', mediaType, bytes: Buffer.from(base64, 'base64') });
  }
  return images;
}
