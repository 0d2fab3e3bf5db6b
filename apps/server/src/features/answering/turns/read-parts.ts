import type { AccountId, MessageId } from '@hanasu/contract/ids';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Database } from '../../../platform/database/database.ts';
import { staffWillLook } from '../../automations/public.ts';
import { type mediaFiles, vendorMessages } from '../../conversations/public.ts';
import type { Answer, Attachment } from '../answer/answer.ts';
import { servicesOf } from '../answer/answer-price.ts';
import { plainAnswer } from '../answer/fallback-answer.ts';
import type { QuestionPart, ReadyTurn } from './prepare-turn.ts';

/** Gets the file of a message that was just received; null: it can't be had. */
export type LoadMedia = (
  message: { readonly accountId: AccountId; readonly messageId: MessageId },
  signal: AbortSignal,
) => Promise<mediaFiles.LoadedMedia | null>;

export interface ReadPartsDependencies {
  readonly database: Database;
  readonly models: Pick<ModelRegistry, 'find' | 'available' | 'transcriber'>;
  readonly loadMedia: LoadMedia;
  readonly onError: (error: unknown) => void;
}

/** A question as far as the bot can read it. */
export interface ReadQuestion {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Prepaid tokens that reading it has cost. */
  readonly tokens: number;
  /** Something of it only a person can look at. */
  readonly isPartUnread: boolean;
  /** There is nothing that the bot could answer. */
  readonly isUnread: boolean;
}

/** More of each say nothing new, and each costs. */
const MOST_PICTURES = 4;
const MOST_RECORDINGS = 4;

/** Pictures are fetched for a model that sees, recordings are transcribed; what can't be read is left to a person. */
export async function readParts(
  dependencies: ReadPartsDependencies,
  { accountId, turn }: { readonly accountId: AccountId; readonly turn: Pick<ReadyTurn, 'bot' | 'parts'> },
  signal: AbortSignal,
): Promise<ReadQuestion> {
  const pictures = turn.parts.filter(({ kind }) => kind === 'image').slice(-MOST_PICTURES);
  const recordings = turn.parts.filter(({ kind }) => kind === 'audio').slice(-MOST_RECORDINGS);
  const [attachments, transcripts] = await Promise.all([
    sees(dependencies, turn) ? lookAt(dependencies, { accountId, pictures }, signal) : [],
    listenTo(dependencies, { accountId, recordings }, signal),
  ]);
  const parts = turn.parts.map((part): QuestionPart => {
    const heard = transcripts.get(part.messageId);
    return heard ? { ...part, kind: 'words', text: heard.words } : part;
  });
  // The sign of a picture that no model is shown would make another question of the words beside it.
  const shown =
    attachments.length > 0 ? parts : parts.filter((part) => part.kind === 'words' || hasWords(part));
  return {
    text: shown.map(({ text }) => text).join('\n'),
    attachments,
    tokens: [...transcripts.values()].reduce((sum, { tokens }) => sum + tokens, 0),
    isPartUnread: parts.filter(({ kind }) => kind !== 'words').length > attachments.length,
    isUnread: attachments.length === 0 && !parts.some(hasWords),
  };
}

/** As long as no tokens are there to read with. */
export const unreadParts = ({ question }: Pick<ReadyTurn, 'question'>): ReadQuestion => ({
  text: question,
  attachments: [],
  tokens: 0,
  isPartUnread: false,
  isUnread: false,
});

async function lookAt(
  { loadMedia }: ReadPartsDependencies,
  { accountId, pictures }: { readonly accountId: AccountId; readonly pictures: readonly QuestionPart[] },
  signal: AbortSignal,
): Promise<Attachment[]> {
  const loaded = await Promise.all(
    pictures.map(({ messageId }) => loadMedia({ accountId, messageId }, signal)),
  );
  return loaded.flatMap((media): Attachment[] =>
    media?.mediaType.startsWith('image/') ? [{ kind: 'image', ...media }] : [],
  );
}

interface Heard {
  readonly words: string;
  readonly tokens: number;
}

/** What was understood is kept with its message, for staff and for later questions. */
async function listenTo(
  { database, models, loadMedia, onError }: ReadPartsDependencies,
  { accountId, recordings }: { readonly accountId: AccountId; readonly recordings: readonly QuestionPart[] },
  signal: AbortSignal,
): Promise<Map<MessageId, Heard>> {
  const heard = new Map<MessageId, Heard>();
  const { transcriber } = models;
  if (!transcriber) return heard;
  const listen = async ({ messageId, text }: QuestionPart): Promise<void> => {
    const media = await loadMedia({ accountId, messageId }, signal);
    if (!media || signal.aborted) return;
    const outcome = await transcriber.transcribe(media, signal);
    if (outcome.kind === 'failed') onError(new Error(`a recording was not transcribed: ${outcome.detail}`));
    if (outcome.kind !== 'transcribed' || outcome.text === '') return;
    const caption = hasWords({ text }) ? text : '';
    heard.set(messageId, {
      words: [caption, outcome.text].filter(Boolean).join('\n'),
      tokens: outcome.tokens,
    });
    await database.account(accountId, (transaction) =>
      vendorMessages.noteTranscript(transaction, messageId, outcome.text),
    );
  };
  await Promise.all(recordings.map(listen));
  return heard;
}

/** A caption can be answered without the picture, if need be. */
const hasWords = ({ text }: Pick<QuestionPart, 'text'>): boolean => /[\p{L}\p{N}]/u.test(text);

function sees({ models }: ReadPartsDependencies, { bot }: Pick<ReadyTurn, 'bot'>): boolean {
  const first = servicesOf(bot).find((uuid) => models.available(uuid));
  return (first !== undefined && models.find(first)?.abilities.vision) ?? false;
}

/** Nothing of it was for the bot to answer: a person looks. */
export const leftToPerson = (turn: ReadyTurn): Answer => ({
  ...plainAnswer('handed_over', {
    text: willLook(turn),
    startedAt: performance.now(),
    ruling: {
      wantsPerson: true,
    },
  }),
  saidInstead: { kind: 'unable', isShops: false },
});

/** The bot has answered what it could read; a person looks at the rest. Staff are promised once. */
export function withPersonFor(answer: Answer, turn: ReadyTurn): Answer {
  const { saidInstead, ...rest } = answer;
  const isPromised =
    turn.promisedAt !== null || answer.promisesStaff || (saidInstead && !saidInstead.isShops);
  if (isPromised) return { ...answer, wantsPerson: true };
  return { ...rest, text: `${answer.text}\n\n${willLook(turn)}`, wantsPerson: true, promisesStaff: true };
}

const willLook = ({ onChannel, bot, parts }: ReadyTurn): string =>
  staffWillLook(onChannel, bot.settings.tone, new Set(parts.map(({ kind }) => kind)));
