import { deleteCustomer } from '@hanasu/contract/customers';
import * as contract from '@hanasu/contract/privacy';
import { defineFeature, type EraseOneCustomer } from '../../platform/feature.ts';
import type { JobDefinition } from '../../platform/workers/jobs.ts';
import type { AccountsDependencies } from '../accounts/public.ts';
import { createScheduledDeletions } from './deletion/run-scheduled-deletions.job.ts';
import type { PrivacyDependencies } from './dependencies.ts';
import { type EraseDependencies, eraseCustomer } from './erase-customer.ts';
import { exportCustomer } from './exports/exports.ts';
import {
  EXPORT_ACCOUNT,
  type ExportKey,
  type WritingDependencies,
  writeExport,
} from './exports/write-export.ts';
import { addPrivacyRoutes } from './routes.ts';

interface Context {
  readonly accounts: AccountsDependencies;
  readonly storage: Pick<PrivacyDependencies, 'requireQuota'>;
  readonly jobs: ReturnType<PrivacyDependencies['jobs']>;
  readonly logger: PrivacyDependencies['log'];
}

interface HttpContext extends Context {
  readonly eraseOne: EraseOneCustomer;
  readonly realtime: EraseDependencies['realtime'];
  readonly version: string;
}

interface WorkContext extends Context {
  readonly onError: (error: unknown) => void;
}

/** People and accounts to erase, exports to remove: days are counted, not seconds. */
const DELETIONS_MS = 30_000;
/** Twice as long as a session, a channel or a request that was under way is remembered. */
const SETTLE_MS = 10_000;

const privacyOf = ({ accounts, storage, jobs, logger }: Context): PrivacyDependencies => ({
  ...accounts,
  requireQuota: storage.requireQuota,
  jobs: () => jobs,
  log: logger,
});

export const privacyFeature = defineFeature<HttpContext, WorkContext, Context & { readonly version: string }>(
  {
    name: 'privacy',
    routes(implement, context) {
      addPrivacyRoutes(implement, privacyOf(context));
      implement(deleteCustomer, async ({ params }, { session: actor }) => {
        await eraseCustomer(
          { ...context.accounts, realtime: context.realtime },
          { actor, id: params.uuid, eraseOne: context.eraseOne },
        );
        return undefined;
      });
      const { version } = context;
      implement(contract.exportCustomer, ({ params }, { session: actor, reply }) =>
        exportCustomer({ ...context.accounts, version }, { actor, id: params.uuid, reply }),
      );
    },
    workers(context) {
      const { onError } = context;
      const deletions = createScheduledDeletions({ ...privacyOf(context), settleMs: SETTLE_MS, onError });
      return [{ name: 'scheduled-deletions', runOnce: deletions.runOnce, idleMs: DELETIONS_MS }];
    },
    jobs: (context) => privacyJobs({ ...privacyOf(context), version: context.version }),
  },
);

/** The kinds of background work of this feature, for `startJobs`. */
const privacyJobs = (dependencies: WritingDependencies): JobDefinition<never>[] => [
  exportAccountJob(dependencies),
];

/** Idempotent by export: a second run begins anew and replaces the file. */
const exportAccountJob = (dependencies: WritingDependencies): JobDefinition<ExportKey> => ({
  name: EXPORT_ACCOUNT,
  concurrency: 1,
  retryLimit: 4,
  heartbeatSeconds: 30,
  handle: (key, signal) => writeExport(dependencies, key, signal),
});
