import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { SystemView } from '@hanasu/contract/system';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import type { Config } from './config.ts';

/** Which parts are stand-ins, and the setting that makes each real. */
export function describeSystem(
  config: Config,
  models: Pick<ModelRegistry, 'services'>,
  { version, vectorStore }: Pick<SystemView, 'version' | 'vectorStore'>,
): Omit<SystemView, 'registration'> {
  const hasLanguageModel = models
    .services()
    .some((service) => service.provider !== 'builtin' && service.group === 'model' && service.available);
  const sandboxed = [
    ...(hasLanguageModel
      ? []
      : [{ part: 'models', setting: 'OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY' }]),
    ...(isReachable(config.publicUrl) ? [] : [{ part: 'channels', setting: 'PUBLIC_URL' }]),
    ...(config.SMTP_URL ? [] : [{ part: 'mail', setting: 'SMTP_URL' }]),
    ...(config.DATABASE_URL ? [] : [{ part: 'database', setting: 'DATABASE_URL' }]),
  ];
  return {
    version,
    build: describeBuild(config.WEB_DIST, version),
    sandboxed,
    vectorStore,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    publicUrl: config.publicUrl,
    publicUrlReachable: isReachable(config.publicUrl),
  };
}

/** Another for every build of the web app that is served, so that open pages notice it. */
function describeBuild(webDist: string | undefined, version: string): string {
  const manifest = webDist ? `${webDist}/.vite/manifest.json` : null;
  if (manifest === null || !existsSync(manifest)) return version;
  const hash = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12);
  return `${version}-${hash}`;
}

/** Vendors call only https addresses outside this machine and network. */
function isReachable(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|\[::1\]|.*\.local$)/.test(hostname);
  return protocol === 'https:' && !isLocal;
}
