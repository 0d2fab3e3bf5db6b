import type { FastifyBaseLogger } from 'fastify';
import type { AccountTransaction } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/workers/jobs.ts';
import type { AccountsDependencies } from '../accounts/public.ts';

/** What the use cases of this feature are handed. */
export interface PrivacyDependencies
  extends Pick<
    AccountsDependencies,
    'database' | 'files' | 'mail' | 'passwords' | 'ended' | 'publicUrl' | 'belongings'
  > {
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  /** Called late: the kinds of jobs are made from the feature. */
  readonly jobs: () => Jobs;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}
