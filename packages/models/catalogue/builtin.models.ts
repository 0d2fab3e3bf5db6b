import type { CatalogueRow } from './catalogue-entry.ts';

/** The uuid of the model that is always there. */
export const BUILTIN_MODEL_UUID = 'builtin-extractive';

/**
 * The model without a key. It costs nothing to run, but one prepaid token per output token keeps balances,
 * budgets and usage charts truthful on an installation without any key.
 */
export const builtinModels = [
  {
    uuid: BUILTIN_MODEL_UUID,
    name: 'Built-in (quotes documents)',
    group: 'model',
    provider: 'builtin',
    model: 'extractive',
    contextTokens: 32_768,
    outputTokens: 1024,
    rates: { input: 0, output: 1 },
    abilities: { tools: false, vision: false },
  },
] as const satisfies readonly CatalogueRow[];
