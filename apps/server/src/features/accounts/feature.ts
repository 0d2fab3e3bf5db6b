import type { FastifyInstance } from 'fastify';
import { defineFeature } from '../../platform/feature.ts';
import { addAdministrationRoutes } from './administration.ts';
import type { AccountsDependencies } from './dependencies.ts';
import type { TeamDependencies } from './members/members.ts';
import { addTeamRoutes } from './members/routes.ts';
import { deleteExpiredCodes } from './one-time-codes.ts';
import { addAccountRoutes } from './routes.ts';

const CLEAN_UP_MS = 60 * 60_000;

export const accountsFeature = defineFeature<
  {
    readonly app: FastifyInstance;
    readonly accounts: AccountsDependencies;
    readonly hooksChanged: TeamDependencies['forgetHooks'];
    readonly disconnectChannel: TeamDependencies['disconnectChannel'];
  },
  { readonly database: AccountsDependencies['database'] }
>({
  name: 'accounts',
  routes(implement, { app, accounts, hooksChanged, disconnectChannel }) {
    addAccountRoutes(implement, accounts, app);
    addAdministrationRoutes(implement, accounts);
    addTeamRoutes(implement, { ...accounts, forgetHooks: hooksChanged, disconnectChannel });
  },
  workers: ({ database }) => [
    { name: 'delete-expired-codes', runOnce: () => deleteExpiredCodes(database), idleMs: CLEAN_UP_MS },
  ],
});
