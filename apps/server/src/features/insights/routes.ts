import { firstSteps, getInsights, home } from '@hanasu/contract/insights';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import type { Storage } from '../billing/public.ts';
import { readAttention } from './attention.ts';
import { readFirstSteps } from './first-steps/first-steps.ts';
import { readInsights } from './period/insights.ts';

export interface InsightDependencies {
  readonly database: Database;
  readonly startingTokens: number;
  readonly storage: Storage;
}

export function addInsightRoutes(implement: Implement, dependencies: InsightDependencies): void {
  const { database } = dependencies;
  implement(home, (_input, { session }) => readAttention(dependencies, session.accountId));
  implement(firstSteps, (_input, { session }) => database.snapshot(session.accountId, readFirstSteps));
  implement(getInsights, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => readInsights(transaction, Number(query.days))),
  );
}
