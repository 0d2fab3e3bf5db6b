import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import type { helpWriting as endpoint, WRITING_TASKS } from '@hanasu/contract/inbox-work';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { findCustomerLanguage, keepTranslation } from '../languages.store.ts';
import { findMessages } from '../messages.store.ts';
import type { WritingOrder } from '../writer.ts';
import { noSuchConversation } from './owned-conversation.ts';

type Task = (typeof WRITING_TASKS)[number];

const TASKS = {
  polite: 'Write the text more politely, as a shop or office writes to its customers.',
  friendly: 'Write the text in a warmer and friendlier way.',
  shorter: 'Say the same in about half as many words.',
  longer: 'Say the same in more detail, in full sentences, without making anything up.',
  correct: 'Correct spelling, grammar and punctuation; change nothing else.',
} as const satisfies Record<Exclude<Task, 'translate'>, string>;

const SAME_LANGUAGE = 'Write in the language of the text.';

/** Only what can be a language's tag gets into an instruction, by its name; null: it is none. */
function nameOf(language: string): string | null {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? null;
  } catch {
    // Not a tag by its form.
    return null;
  }
}

function translationTo(language: string): string {
  const name = nameOf(language);
  if (!name) throw AppError.field('validation_failed', 'body.language', 'A language tag, for example ja');
  return `Translate the text into ${name}. Keep its tone and its line breaks.`;
}

/** Writes a text anew, or in another language. */
export async function helpWriting(
  dependencies: InboxDependencies,
  { accountId }: Session,
  conversationId: ConversationId,
  {
    task,
    text,
    language,
  }: { readonly task: Task; readonly text: string; readonly language?: string | undefined },
): Promise<EndpointOutput<typeof endpoint>> {
  const customer = await dependencies.database.account(accountId, (transaction) =>
    findCustomerLanguage(transaction, conversationId),
  );
  if (!customer) throw noSuchConversation();
  const known = customer.language && nameOf(customer.language) ? customer.language : null;
  const to = task === 'translate' ? (language ?? known ?? detectLanguage(customer.said, 'en')) : null;
  const order = task === 'translate' ? translationTo(to ?? 'en') : `${TASKS[task]} ${SAME_LANGUAGE}`;
  const written = await write(dependencies, { accountId, conversationId, task: order, text });
  return { ...written, language: to };
}

/** A message in another language; made once and kept beside it. */
export async function translateMessage(
  dependencies: InboxDependencies,
  { accountId }: Session,
  key: { readonly conversationId: ConversationId; readonly messageId: MessageId },
  language: 'en' | 'ja' | 'vi',
): Promise<MessageView> {
  const { database, announce } = dependencies;
  const { conversationId, messageId } = key;
  const read = (): Promise<MessageView> =>
    database.account(accountId, async (transaction) => {
      const message = (await findMessages(transaction, [messageId]))[0];
      if (message?.conversationUuid === conversationId) return message;
      throw new AppError('not_found', 'There is no such message');
    });
  const message = await read();
  if (message.translations[language] !== undefined) return message;
  if (message.text.trim() === '') throw new AppError('message_empty', 'There are no words to translate');
  const task = translationTo(language);
  const { text } = await write(dependencies, { accountId, conversationId, task, text: message.text });
  const translation = { messageId, of: message.text, language, text };
  await database.account(accountId, (transaction) => keepTranslation(transaction, translation));
  announce(accountId, 'delivery', conversationId, [messageId]);
  return read();
}

async function write({ writer }: InboxDependencies, order: WritingOrder) {
  if (!writer) throw new AppError('no_language_model', 'No language model is available here');
  const written = await writer(order);
  if (written.kind === 'no-tokens') throw new AppError('balance_empty', 'No tokens are left');
  if (written.kind === 'busy')
    throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
  if (written.kind !== 'written') throw new AppError('model_failed', 'The model did not answer');
  return { text: written.text, usage: written.usage };
}
