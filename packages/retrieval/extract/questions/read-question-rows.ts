import type { ChildTasks } from '../messages.ts';
import { type ChildOptions, runInChild, type Stopped } from '../run-in-child.ts';

export type QuestionRowsOutcome = ChildTasks['questions']['answer'] | Stopped;

const TEXT_CHARACTERS = 20_000_000;

/**
 * Rows of a CSV, Excel, OpenDocument or JSON table whose head names a question and an answer, in English, Japanese or
 * Vietnamese, read in a process of its own. Fails as `wrong_type` when there are none. Never throws for a file.
 */
export async function readQuestionRows(
  bytes: Uint8Array,
  fileName: string,
  options: ChildOptions = {},
): Promise<QuestionRowsOutcome> {
  return runInChild('questions', { bytes }, { fileName, textCharacters: TEXT_CHARACTERS }, options);
}
