import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import { checkPassages, type Findings } from '../health/check-passages.ts';
import { groupQuestions, type QuestionGroup } from '../missed/group-questions.ts';
import type { CompareTask } from './compare-thread.ts';

answerCalls<CompareTask, QuestionGroup[] | Findings>((task) =>
  task.kind === 'group' ? groupQuestions(task.questions) : checkPassages(task.passages),
);
