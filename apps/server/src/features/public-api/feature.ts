import type { FastifyInstance } from 'fastify';
import { defineFeature } from '../../platform/feature.ts';
import { addMcpRoutes } from './mcp/routes.ts';
import { addOpenAiRoutes, type OpenAiDependencies } from './openai/routes.ts';

interface Context extends Pick<OpenAiDependencies, 'gate'> {
  readonly app: FastifyInstance;
  readonly answering: Omit<OpenAiDependencies, 'gate'>;
  readonly config: { readonly publicUrl: string; readonly CORS_ORIGINS: readonly string[] };
  readonly view: { readonly version: string };
}

/** What programs of a customer call: `/v1` and `/mcp`. */
export const publicApiFeature = defineFeature<Context>({
  name: 'public-api',
  async routes(_implement, { app, answering, gate, config, view }) {
    const shared = { ...answering, gate };
    await addOpenAiRoutes(app, shared);
    const origins = [new URL(config.publicUrl).origin, ...config.CORS_ORIGINS];
    addMcpRoutes(app, { ...shared, origins, version: view.version });
  },
});
