import { MODEL_KEY_PROVIDERS } from '@hanasu/contract/model-keys';
import { expect, test } from 'vitest';
import { bodyOf, KeyForm, newForm } from './model-key-form.ts';

const VENDORS = MODEL_KEY_PROVIDERS.filter((provider) => provider !== 'compatible');
const problemsOf = (values: KeyForm) =>
  KeyForm.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? [];

test.each(VENDORS)('of %s a key is enough, and it is needed', (provider) => {
  expect(problemsOf({ ...newForm(provider), key: 'sk-1' })).toEqual([]);
  expect(problemsOf(newForm(provider))).toEqual(['key']);
  expect(bodyOf({ ...newForm(provider), key: 'sk-1' })).toMatchObject({ provider, key: 'sk-1' });
});

test('a compatible server is named, with its address and its models, and needs no key', () => {
  const empty = newForm('compatible');
  expect(problemsOf(empty)).toEqual(['name', 'baseUrl', 'models.0.id']);
  const models = empty.models.map((row) => ({ ...row, id: 'qwen3:8b' }));
  expect(problemsOf({ ...empty, name: 'Ours', baseUrl: 'http://localhost:11434/v1', models })).toEqual([]);
});

// LM Studio takes `json_schema` only: lmstudio.ai/docs/developer/openai-compat/structured-output.
test('a model of a compatible server names the forms of JSON that it takes', () => {
  const empty = newForm('compatible');
  const jsonOf = (changes: Partial<(typeof empty.models)[number]>) =>
    bodyOf({ ...empty, models: empty.models.map((row) => ({ ...row, ...changes })) }).models?.[0]?.abilities
      ?.json;
  expect(jsonOf({})).toEqual([]);
  expect(jsonOf({ jsonSchema: true })).toEqual(['json_schema']);
  expect(jsonOf({ jsonSchema: true, jsonObject: true })).toEqual(['json_object', 'json_schema']);
});
