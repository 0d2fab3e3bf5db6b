import { anthropicModels } from './anthropic.models.ts';
import { builtinModels } from './builtin.models.ts';
import type { CatalogueEntry, CatalogueRow } from './catalogue-entry.ts';
import { cohereModels } from './cohere.models.ts';
import { describeAbilities } from './describe-abilities.ts';
import { googleModels } from './google.models.ts';
import { openaiModels } from './openai.models.ts';

const rows: readonly CatalogueRow[] = [
  ...builtinModels,
  ...googleModels,
  ...openaiModels,
  ...anthropicModels,
  ...cohereModels,
];

/** Every model the product knows, in the order of the picker. To add a model, add a row to its provider's file. */
export const CATALOGUE: readonly CatalogueEntry[] = rows.map(toEntry);

/** A row with its tooltips. */
export function toEntry(row: CatalogueRow): CatalogueEntry {
  return { ...row, tooltips: describeAbilities(row) };
}
