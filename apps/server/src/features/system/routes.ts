import { healthz, readyz, type SystemView, system } from '@hanasu/contract/system';
import type { Implement } from '../../platform/http/implement.ts';

export interface SystemDependencies {
  readonly view: SystemView;
  /** Both resolve quickly, whatever happens. */
  readonly isDatabaseReady: () => Promise<boolean>;
  readonly areJobsReady: () => boolean;
}

export function addSystemRoutes(implement: Implement, dependencies: SystemDependencies): void {
  implement(system, async () => dependencies.view);
  implement(healthz, async () => ({ status: 'ok' as const }));
  implement(readyz, async (_input, { reply }) => {
    const database = await dependencies.isDatabaseReady();
    const jobs = dependencies.areJobsReady();
    const isReady = database && jobs;
    // The status of a problem, but with the body of a probe: past the schema of problems.
    if (!isReady)
      reply
        .code(503)
        .type('application/json')
        .serializer((body) => JSON.stringify(body));
    return { status: isReady ? ('ok' as const) : ('unavailable' as const), database, jobs };
  });
}
