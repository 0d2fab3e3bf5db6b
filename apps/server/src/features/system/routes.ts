import { createHash, timingSafeEqual } from 'node:crypto';
import {
  healthz,
  listOutbox,
  type OutboxMail,
  readyz,
  type SystemView,
  system,
} from '@hanasu/contract/system';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DiskSpace, diskWarning } from '../../platform/files/disk-space.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newestKept } from '../../platform/mail/mail.store.ts';

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

const SHOWN = 100;

interface OutboxDependencies {
  readonly database: Database;
  /** New at each start; null: a mail server is set, so that no mail is kept. */
  readonly outboxCode: string | null;
}

/** The newest mails that could not be sent, for whoever has the link that the start printed. */
async function readOutbox(
  { database, outboxCode }: OutboxDependencies,
  request: OutboxRequest,
): Promise<z.output<typeof OutboxMail>[]> {
  if (outboxCode === null || !isOutboxOpen(request, outboxCode)) {
    throw new AppError(
      'not_found',
      'Unsent emails are behind the link that the server prints when it starts',
    );
  }
  const mails = await database.system((transaction) => newestKept(transaction, SHOWN));
  return mails.map(({ id, recipient, createdAt, ...mail }) => ({
    ...mail,
    uuid: id,
    to: recipient,
    createdAt: createdAt.toISOString(),
  }));
}

/** A request for the mails that are kept here, as far as it decides whether they are shown. */
interface OutboxRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Of the caller, by the socket and by what a trusted proxy says. */
  readonly addresses: readonly (string | undefined)[];
  /** Of the link; afterwards it is in the cookie. */
  readonly code: string | undefined;
}

export const OUTBOX_COOKIE = 'hanasu_outbox';

/**
 * Mails that were not sent hold links that open accounts. Each of these doors is shut by itself:
 * a forwarding header: the caller is behind a proxy, whoever that is;
 * the Host header is no loopback name: a page of another site whose name resolves to 127.0.0.1 (DNS rebinding). The port
 * says nothing: the page of a development server comes from another one;
 * the caller's address is not loopback: somebody on the network;
 * the code of this start is missing: a proxy that adds no header looks like a browser on this machine.
 */
export function isOutboxOpen({ headers, addresses, code }: OutboxRequest, wanted: string): boolean {
  const { host, cookie } = headers;
  return (
    !Object.keys(headers).some(isForwarding) &&
    isLoopbackName(
      String(host ?? '')
        .toLowerCase()
        .replace(/:\d+$/, ''),
    ) &&
    addresses.every(isLoopbackAddress) &&
    isSame(code ?? cookieOf(String(cookie ?? '')), wanted)
  );
}

const FORWARDING = [
  /^(x-)?(forwarded|original|real|true|client|cluster|remote|originating|proxy|proxyuser|proxied)(-|$)/,
  /^x-(host|scheme|envoy|arr|azure|amzn?|appengine|cloud|vercel|nf|railway|ngrok)(-|$)/,
  /^(via|do-connecting-ip)$/,
  /^(cf|cdn|fly|fastly|akamai|wl-proxy|tailscale)-/,
];

/** What proxies add to requests. No browser sends one by itself. */
const isForwarding = (header: string): boolean =>
  FORWARDING.some((pattern) => pattern.test(header.toLowerCase()));

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const isLoopbackAddress = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address ?? '');

const cookieOf = (header: string): string =>
  new RegExp(`(?:^|;\\s*)${OUTBOX_COOKIE}=([^;]*)`).exec(header)?.[1] ?? '';

/** Takes the same time whatever differs. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(hashOf(given), hashOf(wanted));
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
