import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { ModelAccess } from '../features/billing/public.ts';

/** Accounts that have no keys of their own. */
export const hostModelsOnly = (models: ModelRegistry): ModelAccess => ({
  of: async () => models,
  forget: () => undefined,
  purse: {
    reserve: () => Promise.reject(new Error('there are no own keys here')),
    release: () => Promise.reject(new Error('there are no own keys here')),
    report: async () => undefined,
  },
});
