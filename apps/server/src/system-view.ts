import type { SystemView } from '@hanasu/contract/system';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Config } from './config.ts';

/** Which parts are stand-ins, and the setting that makes each real. */
export function describeSystem(config: Config, models: ModelRegistry, version: string): SystemView {
  const hasLanguageModel = models
    .services()
    .some((service) => service.provider !== 'builtin' && service.group === 'model' && service.available);
  const sandboxed = [
    ...(hasLanguageModel
      ? []
      : [{ part: 'models', setting: 'OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY' }]),
    ...(isReachable(config.publicUrl) ? [] : [{ part: 'channels', setting: 'PUBLIC_URL' }]),
    ...(config.DATABASE_URL ? [] : [{ part: 'database', setting: 'DATABASE_URL' }]),
  ];
  return {
    version,
    build: version,
    sandboxed,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    publicUrl: config.publicUrl,
    publicUrlReachable: isReachable(config.publicUrl),
  };
}

/** Vendors call only https addresses outside this machine and network. */
function isReachable(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|\[::1\]|.*\.local$)/.test(hostname);
  return protocol === 'https:' && !isLocal;
}
