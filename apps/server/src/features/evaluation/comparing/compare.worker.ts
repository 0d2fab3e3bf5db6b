import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import { type Conflict, findConflicts } from '../health/find-conflicts.ts';
import { groupQuestions, type QuestionGroup } from '../missed/group-questions.ts';
import type { CompareTask } from './compare-thread.ts';

answerCalls<CompareTask, QuestionGroup[] | Conflict[]>((task) =>
  task.kind === 'group' ? groupQuestions(task.questions) : findConflicts(task.passages),
);
