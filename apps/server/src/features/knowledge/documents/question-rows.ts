import { QuestionRow } from '@hanasu/contract/documents';
import { z } from 'zod';

const Rows = z.array(QuestionRow).min(1);

/** Rows as they are kept: JSON, so that they can be edited again. */
export const packRows = (rows: readonly QuestionRow[]): Buffer => Buffer.from(JSON.stringify(rows), 'utf8');

/** Null when it is something else. */
export function readRows(json: string): QuestionRow[] | null {
  try {
    const parsed = Rows.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
