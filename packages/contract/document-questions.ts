import { z } from 'zod';
import { AnswerOutcome, Citation } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { BotId, DocumentId, DocumentQuestionId, EmbeddingId, uuidParams } from './ids.ts';
import { Time } from './page.ts';

/** Questions of one version of a document. */
export const DOCUMENT_QUESTIONS_MAX = 3;

export const VERDICTS = ['right', 'wrong'] as const;

/**
 * Why no model wrote the questions, so that a rule took them from the document. `no_text`: no passage is long enough to
 * ask about.
 */
export const CHECK_SHORTFALLS = ['no_language_model', 'balance_empty', 'model_failed', 'no_text'] as const;
export const CheckShortfall = z.enum(CHECK_SHORTFALLS);
export type CheckShortfall = z.infer<typeof CheckShortfall>;

export const DocumentQuestionView = z
  .object({
    uuid: DocumentQuestionId,
    question: z.string(),
    /** The run of the document that holds the answer; null: a rule made the question. */
    expected: z.string().nullable(),
    /** The passage that the question was made from; it may be gone since. */
    embeddingUuid: EmbeddingId,
    /** A request has the bot answer now. */
    asking: z.boolean(),
    /** What a customer of the bot would get; null: the bot was not asked yet. */
    answer: z
      .object({
        text: z.string(),
        outcome: AnswerOutcome,
        citations: z.array(Citation),
        /** Prepaid tokens that it cost. */
        tokens: z.number().int(),
        answeredAt: Time,
        /** Null: not judged yet. An answer that was made again is judged again. */
        verdict: z.enum(VERDICTS).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'DocumentQuestion' });
export type DocumentQuestionView = z.infer<typeof DocumentQuestionView>;

export const DocumentCheckView = z
  .object({
    documentUuid: DocumentId,
    /** The version of the document that the questions and verdicts belong to. */
    version: z.number().int(),
    state: z.enum(['none', 'making', 'made']),
    /** `model`: written by a model. `document`: taken from the document by a rule. Null: not made yet. */
    origin: z.enum(['model', 'document']).nullable(),
    shortfall: CheckShortfall.nullable(),
    /** Bots that answer from the document's base, live ones first. */
    bots: z.array(
      z.object({
        uuid: BotId,
        name: z.string(),
        state: z.enum(['live', 'paused', 'draft']),
        /** Its tools are not called in a check. */
        hasTools: z.boolean(),
      }),
    ),
    /** Whose answers these are; null: no bot answers from the base. */
    botUuid: BotId.nullable(),
    questions: z.array(DocumentQuestionView).max(DOCUMENT_QUESTIONS_MAX),
  })
  .meta({ id: 'DocumentCheck' });
export type DocumentCheckView = z.infer<typeof DocumentCheckView>;

const documentParams = uuidParams(DocumentId);
const questionParams = uuidParams(DocumentQuestionId);

export const getDocumentCheck = endpoint({
  method: 'GET',
  path: '/api/user/document/{uuid}/check',
  summary:
    'Questions made from the current version of a document, with the answers of a bot and their verdicts',
  tag: 'knowledge',
  access: 'viewer',
  params: documentParams,
  /** Absent: the first bot that answers from the base. */
  query: z.object({ botUuid: BotId.optional() }),
  status: 200,
  output: DocumentCheckView,
});
/** At most one call of a model for each version of a document; when there are questions, they are returned. */
export const makeDocumentQuestions = endpoint({
  method: 'POST',
  path: '/api/user/document/{uuid}/check',
  summary: 'Have up to three questions made from a document, as its customers would ask',
  tag: 'knowledge',
  access: 'admin',
  params: documentParams,
  body: z.object({ botUuid: BotId.optional() }).strict(),
  status: 200,
  output: DocumentCheckView,
  errors: ['document_not_ready', 'balance_busy'],
});
/** The published bot answers, or the draft of one that was never published; its tools are not called. */
export const answerDocumentQuestion = endpoint({
  method: 'POST',
  path: '/api/user/document-question/{uuid}/answer',
  summary: 'Have a bot answer a question of a document as it would answer a customer',
  tag: 'knowledge',
  access: 'admin',
  params: questionParams,
  /** `again`: also when there is an answer, for example after it was mended. */
  body: z.object({ botUuid: BotId, again: z.boolean().default(false) }).strict(),
  status: 200,
  output: DocumentQuestionView,
  errors: ['document_not_ready', 'balance_empty', 'balance_busy', 'model_failed'],
});
export const judgeDocumentAnswer = endpoint({
  method: 'PUT',
  path: '/api/user/document-question/{uuid}/verdict',
  summary: 'Say whether an answer of a bot is right; null takes the verdict back',
  tag: 'knowledge',
  access: 'admin',
  params: questionParams,
  body: z.object({ botUuid: BotId, verdict: z.enum(VERDICTS).nullable() }).strict(),
  status: 200,
  output: DocumentQuestionView,
});
