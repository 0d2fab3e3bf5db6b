import type { MarkdownWriter } from '../markdown/writer.ts';
import type { QuestionRow } from '../questions/questions-to-text.ts';
import type { SheetWriter } from './sheet-writer.ts';

/** What was read from a table or a workbook. */
export interface SheetsRead {
  readonly title: string | null;
  readonly text: string;
  /** Set when all there is are questions and answers. */
  readonly kind?: 'questions';
  /** Empty unless they were to be kept. */
  readonly questions: readonly QuestionRow[];
}

export function sheetsRead(writer: MarkdownWriter, sink: SheetWriter, title: string | null): SheetsRead {
  const read = { title, text: writer.text(), questions: sink.questions };
  return sink.questionRows > 0 && sink.otherRows === 0 ? { ...read, kind: 'questions' } : read;
}
