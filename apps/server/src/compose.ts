import { startLineSandbox } from '@hanasu/channels/line/fake/line-sandbox';
import { createLineChannel } from '@hanasu/channels/line/line.channel';
import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { SandboxVendor } from '@hanasu/channels/spec/sandbox';
import { createExtractiveModel } from '@hanasu/models/builtin/extractive-model';
import { createModelRegistry, type ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Config } from './config.ts';
import type { ChannelAdapters } from './features/channels/public.ts';

/** The only file that names concrete channels and models. Nobody but the server's start imports it. */

export interface ComposedChannels {
  readonly adapters: ChannelAdapters;
  readonly sandboxes: ReadonlyMap<string, SandboxVendor>;
}

export async function composeChannels(config: Config): Promise<ComposedChannels> {
  const lineSandbox = await startLineSandbox();
  const real = adapterMap([
    createLineChannel({
      hosts: { api: config.LINE_API_BASE_URL, data: config.LINE_DATA_API_BASE_URL },
      now: Date.now,
    }),
  ]);
  const sandboxed = adapterMap([createLineChannel({ hosts: lineSandbox.hosts, now: Date.now })]);
  return {
    adapters: { find: (kind, { sandbox }) => (sandbox ? sandboxed : real).get(kind) ?? null },
    sandboxes: new Map([['line', lineSandbox]]),
  };
}

const adapterMap = (adapters: readonly ChannelAdapter[]): Map<string, ChannelAdapter> =>
  new Map(adapters.map((adapter) => [adapter.manifest.kind, adapter]));

export function composeModels(config: Config): ModelRegistry {
  const keyed = (apiKey: string | undefined, baseUrl: string) => (apiKey ? { apiKey, baseUrl } : undefined);
  const providers = {
    openai: keyed(config.OPENAI_API_KEY, config.OPENAI_BASE_URL),
    anthropic: keyed(config.ANTHROPIC_API_KEY, config.ANTHROPIC_BASE_URL),
    google: keyed(config.GOOGLE_API_KEY, config.GOOGLE_BASE_URL),
  };
  return createModelRegistry({
    providers: Object.fromEntries(Object.entries(providers).filter(([, settings]) => settings)),
    extractive: createExtractiveModel({}),
  });
}
