import type {
  CheckShortfall,
  DocumentCheckView,
  DocumentQuestionView,
} from '@hanasu/contract/document-questions';
import * as contract from '@hanasu/contract/document-questions';
import type { AccountId, BotId, DocumentId } from '@hanasu/contract/ids';
import { compactText } from '@hanasu/contract/text';
import { cheapestModel } from '@hanasu/models/registry/cheapest-model';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import type { Answer } from '../../answering/public.ts';
import { type GenerateDependencies, writeQuestions } from '../questions/generate-questions.ts';
import * as store from './document-questions.store.ts';
import { pickSpread, spreadQuestionsFrom } from './own-questions.ts';

export interface DocumentQuestionDependencies extends GenerateDependencies {
  /** What the bot would answer to a customer. Throws when it can't answer at all. */
  readonly askBot: (asked: {
    readonly accountId: AccountId;
    readonly botId: BotId;
    readonly isDraft: boolean;
    readonly question: string;
  }) => Promise<Answer>;
}

/**
 * Questions and answers are made when a member of the team asks for them, never by an upload: an import of a hundred
 * documents costs nothing.
 */
export function addDocumentQuestionRoutes(implement: Implement, feature: DocumentQuestionDependencies): void {
  const { database } = feature;
  implement(contract.getDocumentCheck, ({ params, query }, { session }) =>
    database.account(session.accountId, (transaction) => readCheck(transaction, params.uuid, query.botUuid)),
  );
  implement(contract.makeDocumentQuestions, ({ params, body }, { session: { accountId } }) =>
    makeQuestions(feature, { accountId, documentId: params.uuid, botId: body.botUuid }),
  );
  implement(contract.answerDocumentQuestion, ({ params, body }, { session: { accountId } }) => {
    const key = { questionId: params.uuid, botId: body.botUuid };
    return answerQuestion(feature, { accountId, key }, body.again);
  });
  implement(contract.judgeDocumentAnswer, ({ params, body }, { session }) => {
    const key = { questionId: params.uuid, botId: body.botUuid };
    return judgeAnswer(feature, { session, key }, body.verdict);
  });
}

async function readCheck(
  transaction: AccountTransaction,
  documentId: DocumentId,
  botId: BotId | undefined,
): Promise<DocumentCheckView> {
  const { knowledgeId, version, state, origin, shortfall } = orNotFound(
    await store.selectCheck(transaction, documentId),
    'document',
  );
  const bots = await store.selectBotsOf(transaction, knowledgeId);
  const wanted = bots.find(({ uuid }) => botId === undefined || uuid === botId);
  if (botId !== undefined) orNotFound(wanted ?? null, 'bot');
  const botUuid = wanted?.uuid ?? null;
  const questions =
    state === 'made' ? await store.selectQuestions(transaction, { documentId, version }, botUuid) : [];
  return { documentUuid: documentId, version, state, origin, shortfall, bots, botUuid, questions };
}

/** Shorter passages hold no fact to ask about. */
const SHORTEST_PASSAGE = 12;
/** Passages whose headings and lines are searched for questions when no model writes them. */
const OUTLINE = 60;

interface Wanted {
  readonly accountId: AccountId;
  readonly documentId: DocumentId;
  readonly botId: BotId | undefined;
}

/** Has questions written for the current version, once; what is there already is returned. */
async function makeQuestions(
  dependencies: DocumentQuestionDependencies,
  { accountId, documentId, botId }: Wanted,
): Promise<DocumentCheckView> {
  const { database, models } = dependencies;
  const hasModel = cheapestModel(await models.of(accountId)) !== null;
  const source = await database.account(accountId, async (transaction): Promise<Source | null> => {
    const check = orNotFound(await store.selectCheck(transaction, documentId), 'document');
    if (check.status !== 'ready') throw new AppError('document_not_ready', 'The document is being processed');
    const { version, title, language } = check;
    if (!(await store.claimCheck(transaction, { documentId, version }, hasModel))) return null;
    const [passages, outline] = await Promise.all([
      store.selectSpreadPassages(transaction, documentId, SHORTEST_PASSAGE),
      store.selectOutline(transaction, documentId, OUTLINE),
    ]);
    return { version, title, language, passages, outline };
  });
  if (source) {
    const key = { documentId, version: source.version };
    try {
      const made = await questionsOf(dependencies, accountId, source);
      await database.account(accountId, (transaction) => storeMade(transaction, key, made));
    } catch (error) {
      await database.account(accountId, (transaction) => store.releaseCheck(transaction, key));
      throw error;
    }
  }
  return database.account(accountId, (transaction) => readCheck(transaction, documentId, botId));
}

interface Source {
  readonly version: number;
  readonly title: string;
  readonly language: string | null;
  readonly passages: readonly store.SourcePassage[];
  readonly outline: readonly store.SourcePassage[];
}

interface Made {
  readonly origin: 'model' | 'document';
  readonly shortfall: CheckShortfall | null;
  readonly questions: readonly Omit<store.NewQuestion, 'id'>[];
}

/** By a model, or by a rule from the document's own questions and subjects when none can. */
async function questionsOf(
  dependencies: DocumentQuestionDependencies,
  accountId: AccountId,
  source: Source,
): Promise<Made> {
  const written = await writtenQuestions(dependencies, accountId, source);
  if (typeof written !== 'string') return { origin: 'model', shortfall: null, questions: written };
  const questions = spreadQuestionsFrom(source.outline, source.language).flatMap(({ question, index }) => {
    const embeddingId = source.outline[index]?.id;
    return embeddingId ? [{ question, expected: null, embeddingId }] : [];
  });
  return { origin: 'document', shortfall: written, questions };
}

async function writtenQuestions(
  dependencies: DocumentQuestionDependencies,
  accountId: AccountId,
  { title, passages }: Pick<Source, 'title' | 'passages'>,
): Promise<Made['questions'] | CheckShortfall> {
  const entry = cheapestModel(await dependencies.models.of(accountId));
  if (!entry) return 'no_language_model';
  const parts = partsOf(passages, contract.DOCUMENT_QUESTIONS_MAX);
  if (parts.length === 0) return 'no_text';
  const given = parts.map(({ headingPath, text }) => ({ title, headingPath, text }));
  const { kind, questions } = await writeQuestions(dependencies, { accountId, entry, passages: given });
  if (kind === 'busy')
    throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
  if (kind === 'spent') return 'balance_empty';
  const seen = new Set<string>();
  const found = questions.flatMap(({ passage, question, text }) => {
    const part = parts[passage - 1];
    const key = compactText(question);
    if (!part || seen.has(key)) return [];
    seen.add(key);
    return [{ index: passage - 1, question, expected: text, embeddingId: part.id }];
  });
  if (found.length === 0) return 'model_failed';
  return pickSpread(found, parts.length).map(({ index: _index, ...question }) => question);
}

/** A short document has fewer passages than questions: then its passages are asked about in parts. */
export function partsOf(
  passages: readonly store.SourcePassage[],
  wanted: number,
): readonly store.SourcePassage[] {
  if (passages.length === 0 || passages.length >= wanted) return passages;
  const count = Math.ceil(wanted / passages.length);
  return passages.flatMap((passage) => cutText(passage.text, count).map((text) => ({ ...passage, text })));
}

/** Up to so many runs of whole lines or sentences, about equally long. */
function cutText(text: string, count: number): string[] {
  const runs = Array.from({ length: count }, () => '');
  let start = 0;
  for (const piece of text.split(/(?<=\n)|(?<=[。！？])|(?<=[.!?])(?=\s)/u)) {
    const run = Math.floor(((start + piece.length / 2) * count) / text.length);
    runs[run] += piece;
    start += piece.length;
  }
  const usable = runs.map((run) => run.trim()).filter((run) => run.length >= SHORTEST_PASSAGE);
  return usable.length > 0 ? usable : [text];
}

/** A rule that is asked a second time, because still no model can be paid, keeps its questions and their answers. */
async function storeMade(transaction: AccountTransaction, key: store.VersionKey, made: Made): Promise<void> {
  if (made.origin === 'document' && (await store.selectQuestions(transaction, key, null)).length > 0) {
    await store.releaseCheck(transaction, key);
    return;
  }
  const questions = made.questions.map((question) => ({ ...question, id: newId<store.NewQuestion['id']>() }));
  await store.storeCheck(transaction, key, { ...made, questions });
}

/** Has the bot answer, unless it has or another request does so now. */
async function answerQuestion(
  { database, askBot }: DocumentQuestionDependencies,
  { accountId, key }: { readonly accountId: AccountId; readonly key: store.AnswerKey },
  again: boolean,
): Promise<DocumentQuestionView> {
  const view = (transaction: AccountTransaction) => store.selectQuestion(transaction, key);
  const claimed = await database.account(accountId, async (transaction) => {
    const document = orNotFound(await store.selectDocumentOf(transaction, key.questionId), 'question');
    if (document.status !== 'ready')
      throw new AppError('document_not_ready', 'The document is being processed');
    const bots = await store.selectBotsOf(transaction, document.knowledgeId);
    const bot = orNotFound(bots.find(({ uuid }) => uuid === key.botId) ?? null, 'bot');
    const { question } = orNotFound(await view(transaction), 'question');
    const isMine = await store.claimAnswer(transaction, key, again);
    return isMine ? { question, isDraft: bot.state === 'draft' } : null;
  });
  if (claimed) {
    try {
      const { text, outcome, citations, usage } = await askBot({ accountId, botId: key.botId, ...claimed });
      const answer = { text, outcome, citations, tokens: usage.tokens };
      await database.account(accountId, (transaction) => store.storeAnswer(transaction, key, answer));
    } catch (error) {
      await database.account(accountId, (transaction) => store.releaseAnswer(transaction, key));
      throw error;
    }
  }
  return orNotFound(await database.account(accountId, view), 'question');
}

const judgeAnswer = (
  { database }: Pick<DocumentQuestionDependencies, 'database'>,
  { session: { accountId, userId }, key }: { readonly session: Session; readonly key: store.AnswerKey },
  verdict: 'right' | 'wrong' | null,
): Promise<DocumentQuestionView> =>
  database.account(accountId, async (transaction) => {
    const isStored = await store.storeVerdict(transaction, key, { verdict, userId });
    return orNotFound(isStored ? await store.selectQuestion(transaction, key) : null, 'answer');
  });
