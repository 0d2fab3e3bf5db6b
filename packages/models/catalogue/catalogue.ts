import { anthropicModels } from './anthropic.models.ts';
import { builtinModels } from './builtin.models.ts';
import type { CatalogueEntry, CatalogueRow } from './catalogue-entry.ts';
import { describeAbilities } from './describe-abilities.ts';
import { googleModels } from './google.models.ts';
import { openaiModels } from './openai.models.ts';

const rows: readonly CatalogueRow[] = [
  ...builtinModels,
  ...googleModels,
  ...openaiModels,
  ...anthropicModels,
];

/** Every model the product knows, in the order of the picker. To add a model, add a row to its provider's file. */
export const CATALOGUE: readonly CatalogueEntry[] = rows.map((row) => ({
  ...row,
  tooltips: describeAbilities(row),
}));
