import type { FastifyInstance } from 'fastify';
import { defineFeature } from '../../platform/feature.ts';
import { HOURLY, scheduledJob } from '../../platform/workers/jobs.ts';
import { addAdministrationRoutes } from './administration.ts';
import type { AccountsDependencies } from './dependencies.ts';
import type { TeamDependencies } from './members/members.ts';
import { addTeamRoutes } from './members/routes.ts';
import { deleteExpiredCodes } from './one-time-codes.ts';
import { addAccountRoutes } from './routes.ts';

export const accountsFeature = defineFeature<
  {
    readonly app: FastifyInstance;
    readonly accounts: AccountsDependencies;
    readonly hooksChanged: TeamDependencies['forgetHooks'];
    readonly disconnectChannel: TeamDependencies['disconnectChannel'];
  },
  unknown,
  { readonly database: AccountsDependencies['database'] }
>({
  name: 'accounts',
  routes(implement, { app, accounts, hooksChanged, disconnectChannel }) {
    addAccountRoutes(implement, accounts, app);
    addAdministrationRoutes(implement, accounts);
    addTeamRoutes(implement, { ...accounts, forgetHooks: hooksChanged, disconnectChannel });
  },
  jobs: ({ database }) => [scheduledJob('delete-expired-codes', HOURLY, () => deleteExpiredCodes(database))],
});
