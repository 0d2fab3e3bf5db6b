import {
  JSON_FORMS,
  MODEL_KEY_PROVIDERS,
  type ModelKeyProvider,
  type ModelKeyView,
} from '@hanasu/contract/model-keys';
import { z } from 'zod';
import type { ModelKeyPatch, NewModelKey } from './model-keys.queries.ts';

const MICROS = 1_000_000;

const Money = z.union([z.number().positive(), z.literal('')]);
const Price = z.union([z.number().min(0).max(10_000), z.literal('')]);

/** Shown, and therefore needed, for a compatible server alone. */
const ModelRow = z.object({
  id: z.string().trim().max(120),
  contextTokens: z.number().int().min(512).max(10_000_000),
  outputTokens: z.number().int().min(16).max(1_000_000),
  read: Price,
  written: Price,
  tools: z.boolean(),
  vision: z.boolean(),
  jsonSchema: z.boolean(),
  jsonObject: z.boolean(),
});

/** `isNew`: the key itself has to be given, but for a compatible server, which may want none. */
export const KeyForm = z
  .object({
    isNew: z.boolean(),
    provider: z.enum(MODEL_KEY_PROVIDERS),
    key: z.string().trim(),
    /** In dollars; empty: no limit. */
    limit: Money,
    name: z.string().trim().max(60),
    baseUrl: z.string().trim(),
    models: z.array(ModelRow).max(10),
  })
  .superRefine((values, context) => {
    const need = (path: (string | number)[]): void => {
      context.addIssue({ code: 'too_small', origin: 'string', minimum: 1, path, input: '' });
    };
    if (values.provider !== 'compatible') {
      if (values.isNew && values.key === '') need(['key']);
      return;
    }
    if (values.name === '') need(['name']);
    if (values.baseUrl === '') need(['baseUrl']);
    for (const [index, { id, read, written }] of values.models.entries()) {
      if (id === '') need(['models', index, 'id']);
      const isHalf = (read === '') !== (written === '');
      const isNeeded = values.limit !== '' || isHalf;
      if (isNeeded && read === '') need(['models', index, 'read']);
      if (isNeeded && written === '') need(['models', index, 'written']);
    }
  });
export type KeyForm = z.infer<typeof KeyForm>;

export const NEW_ROW: KeyForm['models'][number] = {
  id: '',
  contextTokens: 32_768,
  outputTokens: 4096,
  read: '',
  written: '',
  tools: false,
  vision: false,
  jsonSchema: false,
  jsonObject: false,
};

export const newForm = (provider: ModelKeyProvider): KeyForm => ({
  isNew: true,
  provider,
  key: '',
  limit: '',
  name: '',
  baseUrl: '',
  models: [NEW_ROW],
});

export const formOf = ({ provider, name, baseUrl, models, monthlyLimit }: ModelKeyView): KeyForm => ({
  isNew: false,
  provider,
  key: '',
  limit: monthlyLimit === null ? '' : monthlyLimit / MICROS,
  name,
  baseUrl: baseUrl ?? '',
  models:
    provider === 'compatible'
      ? models.map(({ id, contextTokens, outputTokens, price, abilities: { json = [], ...abilities } }) => ({
          ...{ id, contextTokens, outputTokens, ...abilities },
          jsonSchema: json.includes('json_schema'),
          jsonObject: json.includes('json_object'),
          read: price?.input ?? '',
          written: price?.output ?? '',
        }))
      : [NEW_ROW],
});

const limitOf = ({ limit }: KeyForm): number | null =>
  limit === '' ? null : Math.max(1, Math.round(limit * MICROS));

const modelsOf = ({ models }: KeyForm) =>
  models.map(({ id, contextTokens, outputTokens, read, written, tools, vision, jsonSchema, jsonObject }) => ({
    ...{ id, contextTokens, outputTokens },
    price: read === '' || written === '' ? null : { input: read, output: written },
    abilities: {
      ...{ tools, vision },
      json: JSON_FORMS.filter((form) => (form === 'json_schema' ? jsonSchema : jsonObject)),
    },
  }));

export function bodyOf(values: KeyForm): NewModelKey {
  const { provider, key, name, baseUrl } = values;
  const common = { provider, ...(key && { key }), monthlyLimit: limitOf(values) };
  return provider === 'compatible' ? { ...common, name, baseUrl, models: modelsOf(values) } : common;
}

/** Only what differs: a key that stays needs no call to its provider. */
export function patchOf(modelKey: ModelKeyView, values: KeyForm): ModelKeyPatch {
  const { key, name, baseUrl } = values;
  const before = formOf(modelKey);
  const isOther = JSON.stringify(before.models) !== JSON.stringify(values.models);
  return {
    uuid: modelKey.uuid,
    ...(key && { key }),
    ...(values.limit !== before.limit && { monthlyLimit: limitOf(values) }),
    ...(modelKey.provider === 'compatible' && {
      ...(name !== before.name && { name }),
      ...(baseUrl !== before.baseUrl && { baseUrl }),
      ...(isOther && { models: modelsOf(values) }),
    }),
  };
}
