import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { addFormPage } from './public/form-page.ts';

interface Context {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly config: { readonly WEB_DIST?: string | undefined };
}

/** Questionnaires with a public page, and what was sent by them. */
export const formsFeature = defineFeature<Context>({
  name: 'forms',
  routes(_, { app, database, config }) {
    addFormPage({ app, database, webDist: config.WEB_DIST });
  },
});
