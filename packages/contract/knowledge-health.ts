import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  BotId,
  ConversationId,
  DocumentId,
  EmbeddingId,
  KnowledgeId,
  MessageId,
  QuestionSetId,
  uuidParams,
} from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { Expected } from './question-sets.ts';

const question = z.string().trim().min(1).max(1_000);

/** Questions of real conversations that were not answered, or whose answer was marked as bad, alike ones together. */
export const MissedQuestion = z.object({
  /** Names the group while its questions stay the same. */
  key: z.string(),
  question: z.string(),
  times: z.number().int(),
  reasons: z.array(z.enum(['unanswered', 'thumbs_down'])),
  lastAt: Time,
  examples: z.array(
    z.object({
      messageUuid: MessageId,
      conversationUuid: ConversationId,
      botUuid: BotId,
      text: z.string(),
      answer: z.string(),
      reason: z.enum(['unanswered', 'thumbs_down']),
      at: Time,
    }),
  ),
});
export type MissedQuestion = z.infer<typeof MissedQuestion>;
export const listMissedQuestions = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/missed-questions',
  summary: 'What people asked the bots of this base in vain, alike questions together, most asked first',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  query: PageQuery.extend({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  status: 200,
  output: pageOf(MissedQuestion),
});
export const settleMissedQuestions = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/missed-questions',
  summary:
    'Deal with missed questions: answer them as a Q&A passage, make a test question, or put them aside',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z.discriminatedUnion('action', [
    z
      .object({
        action: z.literal('answer'),
        messageUuids: z.array(MessageId).min(1).max(200),
        question,
        answer: z.string().trim().min(1).max(8_000),
      })
      .strict(),
    z
      .object({
        action: z.literal('test'),
        messageUuids: z.array(MessageId).min(1).max(200),
        setUuid: QuestionSetId,
        question,
        expected: Expected,
      })
      .strict(),
    z.object({ action: z.literal('dismiss'), messageUuids: z.array(MessageId).min(1).max(200) }).strict(),
  ]),
  status: 200,
  output: z.object({ settled: z.number().int(), embeddingUuid: EmbeddingId.nullable() }),
  errors: ['too_many_test_questions'],
});

export const HealthPassage = z.object({
  embeddingUuid: EmbeddingId,
  documentUuid: DocumentId,
  title: z.string(),
  text: z.string(),
});
export const getKnowledgeHealth = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/health',
  summary: 'What is wrong with a base: failed, stale, misread, conflicting and never used passages',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  status: 200,
  output: z.object({
    documents: z.number().int(),
    passages: z.number().int(),
    failed: z.array(z.object({ documentUuid: DocumentId, title: z.string(), reason: z.string() })),
    stale: z.array(z.object({ documentUuid: DocumentId, title: z.string(), checkedAt: Time.nullable() })),
    toReview: z.array(HealthPassage),
    /** Passages with a table that was probably read wrongly, as where two tables became one. */
    misread: z.array(
      HealthPassage.extend({
        /** Null: the source has no pages. */
        page: z.number().int().nullable(),
        /** Those below a head that is not theirs, the cells divided by ` | `. */
        rows: z.array(z.string()),
      }),
    ),
    /** Pairs that look alike and differ in numbers, dates, prices or a denial. */
    conflicting: z.array(
      z.object({ one: HealthPassage, other: HealthPassage, differs: z.array(z.string()) }),
    ),
    /** Null while the base is younger than two weeks or was never asked. */
    neverHit: z.object({ total: z.number().int(), some: z.array(HealthPassage) }).nullable(),
    checkedAt: Time,
  }),
});
