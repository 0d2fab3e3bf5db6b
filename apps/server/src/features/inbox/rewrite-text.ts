import { randomBytes } from 'node:crypto';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import type { helpWriting as helpWritingEndpoint, WRITING_TASKS } from '@hanasu/contract/inbox-work';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';
import type { CatalogueEntry } from '@hanasu/models/catalogue/catalogue-entry';
import { type RewriteTask, rewriteTextPrompt } from '@hanasu/models/prompts/tasks';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';
import { AppError } from '../../platform/app-error.ts';
import type { Session } from '../../platform/http/context.ts';
import { type CompletionDependencies, runBilledCompletion } from '../billing/public.ts';
import { conversationCommands, conversations, messages } from '../conversations/public.ts';
import type { InboxDependencies, Suggestion, Writer, WritingOrder, Written } from './dependencies.ts';
import * as staffMessages from './messages.store.ts';

type Task = (typeof WRITING_TASKS)[number];

/** Only what can be a language's tag gets into an instruction, by its name; null: it is none. */
function nameOf(language: string): string | null {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? null;
  } catch {
    // Not a tag by its form.
    return null;
  }
}

function translationTo(language: string): RewriteTask {
  const name = nameOf(language);
  if (!name)
    throw AppError.field('validation_failed', 'body.language', 'Give a language tag, for example ja');
  return { kind: 'translate', language: name };
}

/** Writes a text anew, or in another language. */
export async function rewriteText(
  dependencies: InboxDependencies,
  { accountId, userId }: Session,
  conversationId: ConversationId,
  {
    task,
    text,
    language,
  }: { readonly task: Task; readonly text: string; readonly language?: string | undefined },
): Promise<EndpointOutput<typeof helpWritingEndpoint>> {
  const customer = await dependencies.database.account(accountId, (transaction) =>
    staffMessages.findCustomerLanguage(transaction, conversationId),
  );
  if (!customer) throw conversationCommands.noSuchConversation();
  const known = customer.language && nameOf(customer.language) ? customer.language : null;
  const to = task === 'translate' ? (language ?? known ?? detectLanguage(customer.said, 'en')) : null;
  const order: RewriteTask = task === 'translate' ? translationTo(to ?? 'en') : { kind: task };
  const written = await helpWritingWrite(dependencies, {
    ...{ accountId, userId, conversationId, task: order, text },
  });
  return { ...written, language: to };
}

/** A message in another language; made once and kept beside it. */
export async function translateMessage(
  dependencies: InboxDependencies,
  { accountId, userId }: Session,
  key: { readonly conversationId: ConversationId; readonly messageId: MessageId },
  language: 'en' | 'ja' | 'vi',
): Promise<MessageView> {
  const { database, publishConversationUpdate } = dependencies;
  const { conversationId, messageId } = key;
  const read = (): Promise<MessageView> =>
    database.account(accountId, async (transaction) => {
      const message = (await messages.findMessages(transaction, [messageId]))[0];
      if (message?.conversationUuid === conversationId) return message;
      throw new AppError('not_found', 'Message not found');
    });
  const message = await read();
  if (message.translations[language] !== undefined) return message;
  if (message.text.trim() === '')
    throw new AppError('message_empty', 'This message has no text to translate');
  const task = translationTo(language);
  const { text } = await helpWritingWrite(dependencies, {
    accountId,
    userId,
    conversationId,
    task,
    text: message.text,
  });
  const translation = { messageId, of: message.text, language, text };
  await database.account(accountId, (transaction) => messages.keepTranslation(transaction, translation));
  publishConversationUpdate(accountId, 'delivery', conversationId, [messageId]);
  return read();
}

async function helpWritingWrite({ writer }: InboxDependencies, order: WritingOrder) {
  const written = await writer?.(order);
  if (!written || written.kind === 'none') {
    throw new AppError('no_language_model', 'No language model is available here');
  }
  if (written.kind === 'no-tokens') throw new AppError('balance_empty', 'No tokens are left');
  if (written.kind === 'busy')
    throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
  if (written.kind !== 'written') throw new AppError('model_failed', 'The model did not answer');
  return { text: written.text, usage: written.usage };
}

export type WriterDependencies = CompletionDependencies;

/** Interactive: a person waits for the result. */
const TIMEOUTS = { firstTokenMs: 20_000, idleMs: 15_000, totalMs: 45_000 };
/** Models that think before they answer count the thoughts, too. */
const THINKING_TOKENS = 1_000;

/** A writer on the cheapest language model that the account has. */
export const createWriter =
  (dependencies: WriterDependencies): Writer =>
  async (order) => {
    const entry = cheapestModel(await dependencies.models.of(order.accountId));
    return entry ? writerWrite(dependencies, entry, order) : { kind: 'none' };
  };

async function writerWrite(
  dependencies: WriterDependencies,
  entry: CatalogueEntry,
  { accountId, userId, conversationId, task, text }: WritingOrder,
): Promise<Written> {
  const mark = randomBytes(6).toString('hex');
  const wanted = estimateTokens(text) * 4 + 100 + (entry.reasoning ? THINKING_TOKENS : 0);
  const completion = await runBilledCompletion(dependencies, {
    ...{ accountId, userId, conversationId, entry, prompt: rewriteTextPrompt(task, text, mark) },
    maxOutputTokens: Math.min(entry.outputTokens, wanted),
    timeouts: TIMEOUTS,
    urgency: 'staff',
  });
  if (completion.kind === 'spent') return { kind: 'no-tokens' };
  if (completion.kind === 'busy') return { kind: 'busy' };
  if (completion.kind !== 'answered') return { kind: 'failed' };
  const written = completion.text.replaceAll(new RegExp(`</?text-${mark}>`, 'g'), '').trim();
  if (written === '') return { kind: 'failed' };
  const { inputTokens, outputTokens } = completion.usage;
  return { kind: 'written', text: written, usage: { inputTokens, outputTokens, tokens: completion.tokens } };
}

/** Nothing of it is sent or stored but what it has cost. */
export async function suggestReply(
  { database, suggest }: InboxDependencies,
  { accountId, userId }: Session,
  conversationId: ConversationId,
): Promise<Suggestion> {
  const isThere = await database.account(accountId, (transaction) =>
    conversations.conversationExists(transaction, conversationId),
  );
  if (!isThere) throw conversationCommands.noSuchConversation();
  return suggest({ accountId, userId }, conversationId);
}
