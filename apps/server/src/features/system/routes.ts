import { healthz, listOutbox, readyz, type SystemView, system } from '@hanasu/contract/system';
import type { Implement } from '../../platform/http/implement.ts';
import { type OutboxDependencies, readOutbox } from './use-cases/read-outbox.ts';

export interface SystemDependencies extends OutboxDependencies {
  readonly view: SystemView;
  /** Both resolve quickly, whatever happens. */
  readonly isDatabaseReady: () => Promise<boolean>;
  readonly areJobsReady: () => boolean;
}

export function addSystemRoutes(implement: Implement, dependencies: SystemDependencies): void {
  implement(system, async () => dependencies.view);
  implement(healthz, async () => ({ status: 'ok' as const }));
  implement(listOutbox, async (_input, { request, reply }) => {
    reply.header('cache-control', 'no-store');
    const from = { hostHeader: request.headers.host, addresses: [request.socket.remoteAddress, request.ip] };
    return { items: await readOutbox(dependencies, from) };
  });
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
