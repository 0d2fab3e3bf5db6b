import { healthz, listOutbox, readyz, type SystemView, system } from '@hanasu/contract/system';
import type { FastifyReply } from 'fastify';
import { type DiskSpace, diskWarning } from '../../platform/files/disk-space.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { OUTBOX_COOKIE, type OutboxDependencies, readOutbox } from './mail-outbox.ts';

export interface SystemDependencies extends OutboxDependencies {
  readonly view: Omit<SystemView, 'registration'>;
  readonly registration: 'open' | 'invited' | 'first-only';
  readonly hasPeople: () => Promise<boolean>;
  /** False: the process cannot help itself and whoever watches it may start it again. */
  readonly isHealthy: () => boolean;
  /** What answers customers has started and is connected to the database. */
  readonly isWorkerReady: () => boolean;
  readonly details: () => readonly string[];
  readonly disk: Pick<DiskSpace, 'state'>;
  /** Resolves quickly, whatever happens. */
  readonly isDatabaseReady: () => Promise<boolean>;
  readonly areJobsReady: () => boolean;
}

const cookieWith = (code: string): string =>
  `${OUTBOX_COOKIE}=${code}; Path=${listOutbox.path}; HttpOnly; SameSite=Strict`;

export function addSystemRoutes(implement: Implement, dependencies: SystemDependencies): void {
  implement(system, async () => ({ ...dependencies.view, registration: await whoMayRegister(dependencies) }));
  implement(healthz, async (_input, { reply }) => {
    const isHealthy = dependencies.isHealthy();
    if (!isHealthy) answerAsProbe(reply);
    return { status: isHealthy ? ('ok' as const) : ('unavailable' as const) };
  });
  implement(listOutbox, async ({ query: { code } }, { request, reply }) => {
    reply.header('cache-control', 'no-store');
    const addresses = [request.socket.remoteAddress, request.ip];
    const items = await readOutbox(dependencies, { headers: request.headers, addresses, code });
    // It was the right one: from here on the browser has it.
    if (code) reply.header('set-cookie', cookieWith(code));
    return { items };
  });
  implement(readyz, async (_input, { reply }) => {
    const database = await dependencies.isDatabaseReady();
    const jobs = dependencies.areJobsReady();
    const worker = dependencies.isWorkerReady();
    const isReady = database && jobs && worker;
    if (!isReady) answerAsProbe(reply);
    const status = isReady ? ('ok' as const) : ('unavailable' as const);
    const disk = await dependencies.disk.state();
    const warning = diskWarning(disk);
    const details = [...(warning === null ? [] : [warning]), ...dependencies.details()];
    return { status, database, jobs, worker, disk, details };
  });
}

/** The status of a problem, but with the body of a probe: past the schema of problems. */
function answerAsProbe(reply: FastifyReply): void {
  reply
    .code(503)
    .type('application/json')
    .serializer((body) => JSON.stringify(body));
}

async function whoMayRegister({
  registration,
  hasPeople,
}: SystemDependencies): Promise<SystemView['registration']> {
  if (registration !== 'first-only') return registration;
  return (await hasPeople()) ? 'invited' : 'code';
}
