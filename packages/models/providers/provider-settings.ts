import type { LanguageModelV4 } from '@ai-sdk/provider';

/**
 * How to reach a provider. Both go to the SDK explicitly, because it falls back to environment variables of the
 * host, which would lend one installation's key to another's endpoint.
 */
export interface ProviderSettings {
  apiKey: string;
  /** With the version path: `https://host/v1`. The provider's own address when absent. */
  baseUrl?: string | undefined;
}

/** A provider's models by the provider's own model id. */
export type CreateModel = (model: string) => LanguageModelV4;

/** A provider package, loaded at its first use: keeps the start fast and idle memory small. */
export type LoadProvider = (
  settings: ProviderSettings,
  fetch?: typeof globalThis.fetch,
) => Promise<CreateModel>;
