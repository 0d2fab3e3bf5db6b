import { expect, test } from 'vitest';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { cheapestModel } from './cheapest-model.ts';
import { createModelRegistry } from './model-registry.ts';

const [first] = CATALOGUE.filter(({ provider }) => provider === 'openai');
const entry = (uuid: string, input: number, given: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  ...(first as CatalogueEntry),
  ...{ uuid, group: 'model', rates: { input, output: 1 }, abilities: { tools: false, vision: false } },
  ...given,
});

const among = (...catalogue: CatalogueEntry[]) =>
  createModelRegistry({ catalogue, providers: { openai: { apiKey: 'a-key' } }, extractive: null as never });

test('the cheapest model is one that is available and writes', () => {
  const models = among(
    entry('dear', 9),
    entry('cheap', 2),
    entry('draws', 0, { group: 'image-model' }),
    entry('without-key', 0, { provider: 'cohere' }),
    entry('builtin', 0, { provider: 'builtin' }),
  );
  expect(cheapestModel(models)?.uuid).toBe('cheap');
  expect(cheapestModel(among(entry('builtin', 0, { provider: 'builtin' })))).toBeNull();
});

test('for pictures it is one that sees, at the price of the whole call', () => {
  const sees = { abilities: { tools: false, vision: true } };
  const models = among(
    entry('blind', 0),
    entry('dear-to-read', 3, sees),
    entry('dear-to-write', 1, { ...sees, rates: { input: 1, output: 20 } }),
  );
  expect(cheapestModel(models, { sees: true, call: { input: 1, output: 10 } })?.uuid).toBe('dear-to-read');
});
