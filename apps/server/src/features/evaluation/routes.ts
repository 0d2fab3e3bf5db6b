import * as health from '@hanasu/contract/knowledge-health';
import * as contract from '@hanasu/contract/question-sets';
import type { Implement } from '../../platform/http/implement.ts';
import type { QuestionSetDependencies } from './dependencies.ts';
import { readHealth } from './health/read-health.ts';
import { readMissed, settleMissed } from './missed/missed-questions.ts';
import { generateQuestions } from './questions/generate-questions.ts';
import {
  addQuestions,
  changeQuestion,
  changeSet,
  createSet,
  deleteQuestion,
  deleteSet,
  importQuestions,
  readQuestions,
  readSets,
} from './questions/questions.ts';
import { readResults, readRuns, startRun, stopRun } from './runs/runs.ts';

// Two million characters (importTestQuestions) are at most 6 MB of UTF-8, and more when escaped.
const CSV_LIMIT = 12 * 1024 * 1024;

/** Puts every endpoint of contract/question-sets.ts and contract/knowledge-health.ts on the server. */
export function addQuestionSetRoutes(implement: Implement, feature: QuestionSetDependencies): void {
  addSets(implement, feature);
  addQuestionsOfSets(implement, feature);
  addRuns(implement, feature);
  implement(health.listMissedQuestions, ({ params, query }, { session }) =>
    readMissed(feature, { accountId: session.accountId, knowledgeId: params.uuid }, query),
  );
  implement(health.settleMissedQuestions, ({ params, body }, { session }) =>
    settleMissed(feature, { accountId: session.accountId, knowledgeId: params.uuid }, body),
  );
  implement(health.getKnowledgeHealth, ({ params }, { session }) =>
    readHealth(feature, session.accountId, params.uuid),
  );
}

function addSets(implement: Implement, feature: QuestionSetDependencies): void {
  implement(contract.listQuestionSets, ({ params }, { session }) =>
    readSets(feature, session.accountId, params.uuid),
  );
  implement(contract.createQuestionSet, ({ params, body }, { session }) =>
    createSet(feature, { accountId: session.accountId, knowledgeId: params.uuid }, body.name),
  );
  implement(contract.updateQuestionSet, ({ params, body }, { session }) =>
    changeSet(feature, { accountId: session.accountId, id: params.uuid }, body.name),
  );
  implement(contract.deleteQuestionSet, async ({ params }, { session }) => {
    await deleteSet(feature, session, params.uuid);
    return undefined;
  });
}

function addQuestionsOfSets(implement: Implement, feature: QuestionSetDependencies): void {
  implement(contract.listTestQuestions, ({ params, query }, { session }) =>
    readQuestions(feature, { accountId: session.accountId, setId: params.uuid }, query),
  );
  implement(contract.addTestQuestions, ({ params, body }, { session }) =>
    addQuestions(feature, { accountId: session.accountId, setId: params.uuid }, body.items),
  );
  implement(
    contract.importTestQuestions,
    ({ params, body }, { session }) =>
      importQuestions(feature, { accountId: session.accountId, setId: params.uuid }, body),
    { bodyLimit: CSV_LIMIT },
  );
  implement(contract.generateTestQuestions, ({ params, body }, { session }) =>
    generateQuestions(
      feature,
      { accountId: session.accountId, userId: session.userId, setId: params.uuid },
      body.count,
    ),
  );
  implement(contract.updateTestQuestion, ({ params, body }, { session }) =>
    changeQuestion(feature, { accountId: session.accountId, id: params.uuid }, body),
  );
  implement(contract.deleteTestQuestion, async ({ params }, { session }) => {
    await deleteQuestion(feature, session.accountId, params.uuid);
    return undefined;
  });
}

function addRuns(implement: Implement, feature: QuestionSetDependencies): void {
  implement(contract.startTestRun, ({ params }, { session }) =>
    startRun(feature, session.accountId, params.uuid),
  );
  implement(contract.stopTestRun, ({ params }, { session }) =>
    stopRun(feature, session.accountId, params.uuid),
  );
  implement(contract.listTestRuns, ({ params, query }, { session }) =>
    readRuns(feature, { accountId: session.accountId, setId: params.uuid }, query),
  );
  implement(contract.listTestResults, ({ params, query }, { session }) =>
    readResults(feature, { accountId: session.accountId, runId: params.uuid }, query),
  );
}
