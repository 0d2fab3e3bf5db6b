import { createKeyHolds } from './features/answering/public.ts';
import { addApiKeyRoutes } from './features/api-keys/public.ts';
import { addMcpRoutes, addOpenAiRoutes } from './features/public-api/public.ts';
import { addWebHookRoutes } from './features/webhooks/public.ts';
import type { Implement } from './platform/http/implement.ts';
import type { Parts } from './server-parts.ts';

/** What programs of a customer use: keys, `/v1`, `/mcp`, and web hooks. */
export async function addForDevelopers(implement: Implement, parts: Parts, version: string): Promise<void> {
  const { database, config, box, apiKeys, gate } = parts;
  addApiKeyRoutes(implement, { database, forget: apiKeys.forget });
  addWebHookRoutes(implement, {
    database,
    box,
    allowPrivate: config.ALLOW_PRIVATE_ADDRESSES,
    forget: parts.hooksChanged,
    wake: () => parts.wake('hooks'),
  });
  const once = { ...parts.answering, database, keyHolds: createKeyHolds() };
  await addOpenAiRoutes(parts.app, { ...once, gate });
  const origins = [new URL(config.publicUrl).origin, ...config.CORS_ORIGINS];
  addMcpRoutes(parts.app, { ...once, gate, origins, version });
}
