import * as health from '@hanasu/contract/knowledge-health';
import * as contract from '@hanasu/contract/question-sets';
import type { Implement } from '../../platform/http/implement.ts';
import type { QuestionSetDependencies } from './dependencies.ts';
import { addQuestions } from './use-cases/add-questions.ts';
import { changeSet, createSet, deleteSet, readSets } from './use-cases/change-sets.ts';
import { generateQuestions } from './use-cases/generate-questions.ts';
import { readMissed, settleMissed } from './use-cases/missed-questions.ts';
import { changeQuestion, deleteQuestion, importQuestions, readQuestions } from './use-cases/questions.ts';
import { readHealth } from './use-cases/read-health.ts';
import { readResults, readRuns, stopRun } from './use-cases/read-runs.ts';
import { startRun } from './use-cases/start-run.ts';

// Two million characters (importTestQuestions) are at most 6 MB of UTF-8, and more when escaped.
const CSV_LIMIT = 12 * 1024 * 1024;

/** Puts every endpoint of contract/question-sets.ts and contract/knowledge-health.ts on the server. */
export function addQuestionSetRoutes(implement: Implement, feature: QuestionSetDependencies): void {
  addSets(implement, feature);
  addQuestionsOfSets(implement, feature);
  addRuns(implement, feature);
  implement(health.listMissedQuestions, ({ params, query }, { session }) =>
    readMissed(feature, session.accountId, params.uuid, query),
  );
  implement(health.settleMissedQuestions, ({ params, body }, { session }) =>
    settleMissed(feature, session.accountId, params.uuid, body),
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
    createSet(feature, session.accountId, params.uuid, body.name),
  );
  implement(contract.updateQuestionSet, ({ params, body }, { session }) =>
    changeSet(feature, session.accountId, params.uuid, body.name),
  );
  implement(contract.deleteQuestionSet, async ({ params }, { session }) => {
    await deleteSet(feature, session, params.uuid);
    return undefined;
  });
}

function addQuestionsOfSets(implement: Implement, feature: QuestionSetDependencies): void {
  implement(contract.listTestQuestions, ({ params, query }, { session }) =>
    readQuestions(feature, session.accountId, params.uuid, query),
  );
  implement(contract.addTestQuestions, ({ params, body }, { session }) =>
    addQuestions(feature, session.accountId, params.uuid, body.items),
  );
  implement(
    contract.importTestQuestions,
    ({ params, body }, { session }) => importQuestions(feature, session.accountId, params.uuid, body),
    { bodyLimit: CSV_LIMIT },
  );
  implement(contract.generateTestQuestions, ({ params, body }, { session }) =>
    generateQuestions(feature, session.accountId, params.uuid, body.count),
  );
  implement(contract.updateTestQuestion, ({ params, body }, { session }) =>
    changeQuestion(feature, session.accountId, params.uuid, body),
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
    readRuns(feature, session.accountId, params.uuid, query),
  );
  implement(contract.listTestResults, ({ params, query }, { session }) =>
    readResults(feature, session.accountId, params.uuid, query),
  );
}
