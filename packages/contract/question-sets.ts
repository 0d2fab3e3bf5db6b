import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  DocumentId,
  EmbeddingId,
  KnowledgeId,
  QuestionSetId,
  TestQuestionId,
  TestRunId,
  uuidParams,
} from './ids.ts';
import { KnowledgeSettings } from './knowledge-settings.ts';
import { PageQuery, pageOf, Time } from './page.ts';

export const TEST_QUESTIONS_MAX = 2_000;
const question = z.string().trim().min(1).max(1_000);
/**
 * What must be found for a question. With `text`: a passage that contains it (compared without case, width and white
 * space), or that is a part of it of 40 characters or more. Without: a passage of the document. At least one of both.
 */
export const Expected = z
  .object({
    text: z.string().trim().max(2_000).default(''),
    documentUuid: DocumentId.nullable().default(null),
  })
  .strict()
  .refine(({ text, documentUuid }) => text !== '' || documentUuid !== null, 'text or documentUuid');
export type Expected = z.infer<typeof Expected>;

export const QUESTION_ORIGINS = ['written', 'imported', 'generated', 'conversation'] as const;
export const TestQuestionView = z.object({
  uuid: TestQuestionId,
  question: z.string(),
  expected: Expected,
  origin: z.enum(QUESTION_ORIGINS),
  /** In the last finished run; null: the right passage was not among the first ten, or no run. */
  lastRank: z.number().int().nullable(),
  createdAt: Time,
});
export type TestQuestionView = z.infer<typeof TestQuestionView>;

/** Shares 0..1 of the questions whose right passage was first, among the first five; MRR over the first ten. */
export const RunScores = z.object({ r1: z.number(), r5: z.number(), mrr: z.number() });
export const TestRunView = z
  .object({
    uuid: TestRunId,
    setUuid: QuestionSetId,
    status: z.enum(['queued', 'running', 'done', 'stopped', 'failed']),
    /** `manual`: somebody pressed the button. `settings`: the base's settings were changed. `documents`: passages were. */
    cause: z.enum(['manual', 'settings', 'documents']),
    settings: KnowledgeSettings,
    questions: z.number().int(),
    done: z.number().int(),
    scores: RunScores.nullable(),
    /** Of a search, the median. */
    milliseconds: z.number().nullable(),
    createdAt: Time,
    finishedAt: Time.nullable(),
  })
  .meta({ id: 'TestRun' });
export type TestRunView = z.infer<typeof TestRunView>;

export const QuestionSetView = z
  .object({
    uuid: QuestionSetId,
    knowledgeUuid: KnowledgeId,
    name: z.string(),
    questions: z.number().int(),
    lastRun: TestRunView.nullable(),
    createdAt: Time,
  })
  .meta({ id: 'QuestionSet' });
export type QuestionSetView = z.infer<typeof QuestionSetView>;

const name = z.string().trim().min(1).max(120);
const setParams = uuidParams(QuestionSetId);

export const listQuestionSets = endpoint({
  method: 'GET',
  path: '/api/user/knowledge/{uuid}/question-sets',
  summary: 'Sets of test questions of a base',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(KnowledgeId),
  status: 200,
  output: z.object({ items: z.array(QuestionSetView) }),
});
export const createQuestionSet = endpoint({
  method: 'POST',
  path: '/api/user/knowledge/{uuid}/question-set',
  summary: 'Make a set of test questions',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(KnowledgeId),
  body: z.object({ name }).strict(),
  status: 200,
  output: QuestionSetView,
});
export const updateQuestionSet = endpoint({
  method: 'PATCH',
  path: '/api/user/question-set/{uuid}',
  summary: 'Rename a set of test questions',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  body: z.object({ name }).strict(),
  status: 200,
  output: QuestionSetView,
});
export const deleteQuestionSet = endpoint({
  method: 'DELETE',
  path: '/api/user/question-set/{uuid}',
  summary: 'Delete a set with its questions and runs',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  status: 204,
});
export const listTestQuestions = endpoint({
  method: 'GET',
  path: '/api/user/question-set/{uuid}/questions',
  summary: 'Questions of a set; `missed=true`: those whose right passage the last run did not find first',
  tag: 'knowledge',
  access: 'viewer',
  params: setParams,
  query: PageQuery.extend({ missed: z.stringbool().optional() }),
  status: 200,
  output: pageOf(TestQuestionView),
});
export const addTestQuestions = endpoint({
  method: 'POST',
  path: '/api/user/question-set/{uuid}/questions',
  summary: 'Add questions with what must be found for them',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  body: z
    .object({
      items: z
        .array(
          z
            .object({ question, expected: Expected, origin: z.enum(QUESTION_ORIGINS).default('written') })
            .strict(),
        )
        .min(1)
        .max(500),
    })
    .strict(),
  status: 200,
  output: z.object({ added: z.number().int(), total: z.number().int() }),
  errors: ['too_many_test_questions'],
});
/** Columns: question, expected text, and document title or file name (optional); with or without a head row. */
export const importTestQuestions = endpoint({
  method: 'POST',
  path: '/api/user/question-set/{uuid}/import',
  summary: 'Import questions from CSV text; rows that cannot be used are named',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  /** `check`: only says what would be added. */
  body: z.object({ csv: z.string().min(1).max(2_000_000), check: z.boolean().default(false) }).strict(),
  status: 200,
  output: z.object({
    added: z.number().int(),
    total: z.number().int(),
    problems: z.array(
      z.object({
        row: z.number().int(),
        problem: z.enum(['no_question', 'no_expected', 'unknown_document', 'too_long', 'repeated', 'broken']),
      }),
    ),
  }),
  errors: ['too_many_test_questions'],
});
export const generateTestQuestions = endpoint({
  method: 'POST',
  path: '/api/user/question-set/{uuid}/generate',
  summary: 'Let a language model write questions for passages drawn at random',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  body: z.object({ count: z.number().int().min(1).max(50).default(10) }).strict(),
  status: 200,
  output: z.object({ added: z.number().int(), total: z.number().int() }),
  errors: ['no_language_model', 'too_many_test_questions', 'balance_empty', 'balance_busy', 'model_failed'],
});
export const updateTestQuestion = endpoint({
  method: 'PATCH',
  path: '/api/user/test-question/{uuid}',
  summary: 'Change a test question',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(TestQuestionId),
  body: z.object({ question, expected: Expected }).partial().strict(),
  status: 200,
  output: TestQuestionView,
});
export const deleteTestQuestion = endpoint({
  method: 'DELETE',
  path: '/api/user/test-question/{uuid}',
  summary: 'Delete a test question',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(TestQuestionId),
  status: 204,
});
export const startTestRun = endpoint({
  method: 'POST',
  path: '/api/user/question-set/{uuid}/run',
  summary: 'Ask all questions of a set and see where the right passages come',
  tag: 'knowledge',
  access: 'admin',
  params: setParams,
  status: 202,
  output: TestRunView,
  errors: ['question_set_empty'],
});
export const stopTestRun = endpoint({
  method: 'POST',
  path: '/api/user/test-run/{uuid}/stop',
  summary: 'Stop a run',
  tag: 'knowledge',
  access: 'admin',
  params: uuidParams(TestRunId),
  status: 200,
  output: TestRunView,
});
export const listTestRuns = endpoint({
  method: 'GET',
  path: '/api/user/question-set/{uuid}/runs',
  summary: 'Runs of a set, newest first; the last 100 are kept',
  tag: 'knowledge',
  access: 'viewer',
  params: setParams,
  query: PageQuery,
  status: 200,
  output: pageOf(TestRunView),
});
export const listTestResults = endpoint({
  method: 'GET',
  path: '/api/user/test-run/{uuid}/results',
  summary: 'What a run found for each question, worst first, beside the run before it',
  tag: 'knowledge',
  access: 'viewer',
  params: uuidParams(TestRunId),
  query: PageQuery,
  status: 200,
  output: pageOf(
    z.object({
      questionUuid: TestQuestionId.nullable(),
      question: z.string(),
      rank: z.number().int().nullable(),
      rankBefore: z.number().int().nullable(),
      /** The first three found, right or wrong. */
      top: z.array(
        z.object({ embeddingUuid: EmbeddingId, title: z.string(), text: z.string(), right: z.boolean() }),
      ),
    }),
  ),
});
