import {
  answerDocumentQuestion,
  type DocumentCheckView,
  getDocumentCheck,
  judgeDocumentAnswer,
  makeDocumentQuestions,
} from '@hanasu/contract/document-questions';
import type { EndpointInput } from '@hanasu/contract/endpoint';
import type {
  BotId,
  DocumentId,
  DocumentQuestionId,
  KnowledgeId,
  QuestionSetId,
  TestQuestionId,
  TestRunId,
} from '@hanasu/contract/ids';
import {
  getKnowledgeHealth,
  listMissedQuestions,
  settleMissedQuestions,
} from '@hanasu/contract/knowledge-health';
import {
  addTestQuestions,
  createQuestionSet,
  deleteQuestionSet,
  deleteTestQuestion,
  type Expected,
  generateTestQuestions,
  importTestQuestions,
  listQuestionSets,
  listTestQuestions,
  listTestResults,
  listTestRuns,
  startTestRun,
  stopTestRun,
  updateQuestionSet,
  updateTestQuestion,
} from '@hanasu/contract/question-sets';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shell/api/api-client.ts';

const KEY = 'question-sets';
export const PAGE_SIZE = 10;
/** Runs of the chart. */
const RUNS_SHOWN = 30;

export const setsQuery = (uuid: KnowledgeId) =>
  queryOptions({
    queryKey: [KEY, 'sets', uuid],
    queryFn: ({ signal }) => call(listQuestionSets, { params: { uuid }, signal }),
  });

interface QuestionsInput {
  readonly page: number;
  readonly q: string;
  readonly missed: boolean;
}
export const questionsQuery = (uuid: QuestionSetId, { page, q, missed }: QuestionsInput) =>
  queryOptions({
    queryKey: [KEY, 'questions', uuid, { page, q, missed }],
    queryFn: ({ signal }) =>
      call(listTestQuestions, {
        params: { uuid },
        query: { page, pageSize: PAGE_SIZE, ...(q !== '' && { q }), ...(missed && { missed: 'true' }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const runsQuery = (uuid: QuestionSetId) =>
  queryOptions({
    queryKey: [KEY, 'runs', uuid],
    queryFn: ({ signal }) =>
      call(listTestRuns, { params: { uuid }, query: { pageSize: RUNS_SHOWN }, signal }),
    placeholderData: keepPreviousData,
  });

export const resultsQuery = (uuid: TestRunId, page: number) =>
  queryOptions({
    queryKey: [KEY, 'results', uuid, page],
    queryFn: ({ signal }) =>
      call(listTestResults, { params: { uuid }, query: { page, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

export const missedQuery = (uuid: KnowledgeId, { page, days }: { page: number; days: number }) =>
  queryOptions({
    queryKey: [KEY, 'missed', uuid, { page, days }],
    queryFn: ({ signal }) =>
      call(listMissedQuestions, { params: { uuid }, query: { page, days, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

export const healthQuery = (uuid: KnowledgeId) =>
  queryOptions({
    queryKey: [KEY, 'health', uuid],
    queryFn: ({ signal }) => call(getKnowledgeHealth, { params: { uuid }, signal }),
    staleTime: 0,
  });

function useChange<Variables, Result>(run: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
    meta: { inPlace: true },
  });
}

export const useCreateSet = (uuid: KnowledgeId) =>
  useChange((name: string) => call(createQuestionSet, { params: { uuid }, body: { name } }));
export const useRenameSet = (uuid: QuestionSetId) =>
  useChange((name: string) => call(updateQuestionSet, { params: { uuid }, body: { name } }));
export const useDeleteSet = () =>
  useChange((uuid: QuestionSetId) => call(deleteQuestionSet, { params: { uuid } }));

export interface QuestionBody {
  readonly question: string;
  readonly expected: Expected;
}
export const useAddQuestion = () =>
  useChange(({ setUuid, ...item }: QuestionBody & { setUuid: QuestionSetId }) =>
    call(addTestQuestions, { params: { uuid: setUuid }, body: { items: [item] } }),
  );
export const useChangeQuestion = () =>
  useChange(({ uuid, ...body }: QuestionBody & { uuid: TestQuestionId }) =>
    call(updateTestQuestion, { params: { uuid }, body }),
  );
export const useDeleteQuestion = () =>
  useChange((uuid: TestQuestionId) => call(deleteTestQuestion, { params: { uuid } }));
export const useImportQuestions = (uuid: QuestionSetId) =>
  useChange((body: { csv: string; check: boolean }) => call(importTestQuestions, { params: { uuid }, body }));
export const useGenerateQuestions = (uuid: QuestionSetId) =>
  useChange((count: number) => call(generateTestQuestions, { params: { uuid }, body: { count } }));

export const useStartRun = (uuid: QuestionSetId) => useChange(() => call(startTestRun, { params: { uuid } }));
export const useStopRun = () => useChange((uuid: TestRunId) => call(stopTestRun, { params: { uuid } }));

export type Settlement = EndpointInput<typeof settleMissedQuestions>['body'];
export function useSettleMissed(uuid: KnowledgeId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Settlement) => call(settleMissedQuestions, { params: { uuid }, body }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: [KEY] });
      // An answer is a document of the base.
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
    },
    meta: { inPlace: true },
  });
}

/** A version of a document, and the bot that answers; without one the first that uses the base. */
export interface CheckKey {
  readonly uuid: DocumentId;
  readonly version: number;
  readonly botUuid?: BotId | undefined;
}

const CHECK_POLL_MS = 2_000;
const isUnderWay = ({ state, questions }: DocumentCheckView): boolean =>
  state === 'making' || questions.some(({ asking }) => asking);

/** While another request makes something of it, it is asked for now and then. */
export const checkQuery = ({ uuid, version, botUuid }: CheckKey) =>
  queryOptions({
    queryKey: [KEY, 'check', uuid, version, botUuid ?? null],
    queryFn: ({ signal }) =>
      call(getDocumentCheck, { params: { uuid }, query: botUuid ? { botUuid } : {}, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? CHECK_POLL_MS : false),
  });

/** Longer than the server lets a model write or a bot answer. */
const MAKING_MS = 150_000;
const ANSWERING_MS = 240_000;

export const useMakeQuestions = ({ uuid }: CheckKey) =>
  useChange((botUuid: BotId) =>
    call(makeDocumentQuestions, { params: { uuid }, body: { botUuid }, timeoutMs: MAKING_MS }),
  );

interface AskedQuestion {
  readonly uuid: DocumentQuestionId;
  readonly botUuid: BotId;
}
export const useAnswerQuestion = () =>
  useChange(({ uuid, ...body }: AskedQuestion & { again: boolean }) =>
    call(answerDocumentQuestion, { params: { uuid }, body, timeoutMs: ANSWERING_MS }),
  );
export const useJudgeAnswer = () =>
  useChange(({ uuid, ...body }: AskedQuestion & { verdict: 'right' | 'wrong' | null }) =>
    call(judgeDocumentAnswer, { params: { uuid }, body }),
  );
