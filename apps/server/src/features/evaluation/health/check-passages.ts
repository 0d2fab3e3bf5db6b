import { findMisreadRows } from '@hanasu/models/builtin/find-misread-rows';
import { type ComparedPassage, type Conflict, findConflicts } from './find-conflicts.ts';

/** A passage with rows of a table that stand below a head of another. */
interface Misread {
  readonly id: string;
  readonly rows: readonly string[];
}

export interface Findings {
  readonly conflicts: readonly Conflict[];
  readonly misread: readonly Misread[];
}

export const NO_FINDINGS: Findings = { conflicts: [], misread: [] };
const MISREAD_MAX = 100;

/** What the texts of the passages of a base say is wrong with it. */
export const checkPassages = (passages: readonly ComparedPassage[]): Findings => ({
  conflicts: findConflicts(passages),
  misread: passages
    .map(({ id, text }) => ({ id, rows: findMisreadRows(text) }))
    .filter(({ rows }) => rows.length > 0)
    .slice(0, MISREAD_MAX),
});
