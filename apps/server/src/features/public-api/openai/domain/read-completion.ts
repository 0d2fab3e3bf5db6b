import { COMPLETION_LIMITS, type CompletionInput, type CompletionMessage } from '@hanasu/contract/openai';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';

export interface AskedImage {
  readonly kind: 'image';
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type ReadCompletion =
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

type Refused = Extract<ReadCompletion, { kind: 'refused' }>;

/** The question is the last message, what was said before it is its history, system messages are context. */
export function readCompletion({ messages }: Pick<CompletionInput, 'messages'>): ReadCompletion {
  const at = messages.findLastIndex(({ role }) => !isContext(role));
  const question = messages[at];
  if (question?.role !== 'user')
    return refuse('messages', 'invalid_value', 'The last message has to be by the user');
  const images = readImages(question, at);
  if ('kind' in images) return images;
  const text = textOf(question);
  if (text.trim() === '')
    return refuse(`messages[${at}].content`, 'invalid_value', 'The last message holds no text');
  if (text.length > COMPLETION_LIMITS.question) {
    return tooLong(`messages[${at}].content`, COMPLETION_LIMITS.question);
  }
  const context = messages
    .filter(({ role }) => isContext(role))
    .map(textOf)
    .join('\n\n');
  if (context.length > COMPLETION_LIMITS.context) return tooLong('messages', COMPLETION_LIMITS.context);
  return { kind: 'read', text, history: messages.slice(0, at).flatMap(turnOf), context, images };
}

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
  return (content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Calls of tools and their results are left out: the bot has tools of its own. */
function turnOf(message: CompletionMessage): ChatTurn[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [];
  const text = textOf(message);
  return text.trim() === '' ? [] : [{ role: message.role, text }];
}

const DATA_IMAGE = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** Only what is sent along: no address is fetched on behalf of a caller. */
function readImages({ content }: CompletionMessage, at: number): AskedImage[] | Refused {
  const parts = typeof content === 'string' ? [] : (content ?? []);
  const images: AskedImage[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'image_url') continue;
    const param = `messages[${at}].content[${index}].image_url`;
    const match = DATA_IMAGE.exec(part.image_url.url);
    if (!match) return refuse(param, 'invalid_image', 'Send images as data: URLs (png, jpeg, webp or gif)');
    if (images.length === COMPLETION_LIMITS.images) {
      return refuse(param, 'invalid_image', `At most ${COMPLETION_LIMITS.images} images`);
    }
    const [, mediaType = '', base64 = ''] = match;
    images.push({ kind: 'image', mediaType, bytes: Buffer.from(base64, 'base64') });
  }
  return images;
}
