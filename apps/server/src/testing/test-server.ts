import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SessionView } from '@hanasu/contract/accounts';
import { login, register } from '@hanasu/contract/accounts';
import type { Endpoint, EndpointInput, EndpointOutput } from '@hanasu/contract/endpoint';
import { Problem } from '@hanasu/contract/errors';
import { SessionId } from '@hanasu/contract/ids';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { type DestinationStream, pino } from 'pino';
import type { z } from 'zod';
import { parseConfig } from '../app/config.ts';
import { type ServerOptions, startServer } from '../app/start-http.ts';
import { layWire } from './cut-wire.ts';
import { QUICK_PASSWORDS } from './quick-passwords.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it was JSON, the text otherwise, null when there was none. */
  readonly body: unknown;
}

interface RawRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Input<E extends Endpoint> = Partial<EndpointInput<E>>;

/** Somebody who calls the server, signed in or not. */
export interface Caller {
  /** Sends exactly this. A body that is neither a string nor a form goes as JSON. */
  raw(method: string, path: string, request?: RawRequest): Promise<HttpAnswer>;
  /** Calls an endpoint and returns its output; throws when it answers anything else than its own status. */
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<EndpointOutput<E>>;
  /** Calls an endpoint and returns the problem it answers with; throws when it succeeds. */
  refused<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Problem>;
}

export interface SignedIn extends Caller {
  readonly jwt: string;
  readonly user: z.output<typeof SessionView>['user'];
  readonly password: string;
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

const PASSWORD = 'correct horse';
let people = 0;

/**
 * The whole server on a database and a data folder of its own. Settings are those of `config.ts`; rate limits are
 * off, answers to channels and passwords are quick unless told otherwise. `databaseUrl` may be put behind a proxy.
 */
export async function startTestServer(
  settings: Readonly<Record<string, string>> = {},
  changeDatabaseUrl: (url: string) => string = (url) => url,
  parts: Pick<ServerOptions, 'passwords' | 'channels' | 'engine' | 'databaseAwayMs' | 'withoutWorkers'> & {
    log?: DestinationStream;
    /** Migrated and empty; a new one of the run's server when absent. */
    database?: TestDatabase;
    /** Vendors on this machine can call it: `PUBLIC_URL` leads to it. */
    isReachable?: true;
  } = {},
) {
  const { database = await createTestDatabase(), log, isReachable = false, ...given } = parts;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'hanasu-server-'));
  // The public address has to be known before the server takes a port, so it is one in front of the server.
  const entrance = isReachable ? await layWire(null) : null;
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(entrance && { PUBLIC_URL: `http://127.0.0.1:${entrance.port}` }),
    ...settings,
  });
  const server = await startServer({
    config,
    passwords: QUICK_PASSWORDS,
    ...given,
    databaseUrl: changeDatabaseUrl(database.url),
    logger: pino({ level: config.LOG_LEVEL }, log ?? process.stdout),
    version: '0.0.0-test',
    isOnlyProcess: true,
  });
  entrance?.mend({ host: '127.0.0.1', port: Number(new URL(server.address).port) });
  const administrator = new pg.Pool({ connectionString: database.url, max: 2 });
  // Dropping the database at the end may cut off a connection that is just being closed.
  administrator.on('connect', (client) => client.on('error', () => undefined));
  // An idle connection that a test cuts.
  administrator.on('error', () => undefined);
  const anonymous = createCaller(server.address, null);

  async function signedIn(jwt: string, user: SignedIn['user'], password: string): Promise<SignedIn> {
    return { ...createCaller(server.address, jwt), jwt, user, password };
  }

  /** Past the mail: confirmed, and with one grant of all starting tokens. */
  async function confirmAddress({ uuid, account }: SignedIn['user'], tokens: number): Promise<void> {
    await administrator.query(
      `select set_config('app.scope', 'system', false);
       update users set email_verified_at = now(), email_proof = 'mail', email_key = email where id = '${uuid}';
       update accounts set withheld_tokens = 0 where id = '${account.uuid}';
       update token_balances set balance = ${tokens} where account_id = '${account.uuid}';
       update ledger_entries set tokens = ${tokens}, balance = ${tokens}
       where account_id = '${account.uuid}' and kind = 'grant';
       select set_config('app.scope', '', false);`,
    );
  }

  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await administrator.connect();
    try {
      await client.query("begin; set local app.scope = 'system'");
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    address: server.address,
    publicUrl: config.publicUrl,
    notes: server.notes,
    outboxCode: server.outboxCode ?? '',
    anonymous,
    /** `unconfirmed`: as after the form; otherwise as after the link of the mail, too. */
    async register(given: { username?: string; email?: string; unconfirmed?: true } = {}): Promise<SignedIn> {
      people += 1;
      const username = given.username ?? `person-${people}`;
      const email = given.email ?? `${username}@example.com`;
      const session = await anonymous.call(register, {
        body: { username, email, password: PASSWORD, acceptedTerms: true },
      });
      if (given.unconfirmed) return signedIn(session.jwt, session.user, PASSWORD);
      await confirmAddress(session.user, config.STARTING_TOKENS);
      return signedIn(session.jwt, { ...session.user, emailVerified: true }, PASSWORD);
    },
    /** The same person on another device. */
    async signIn({ user, password }: SignedIn): Promise<SignedIn> {
      const session = await anonymous.call(login, { body: { identifier: user.username, password } });
      return signedIn(session.jwt, session.user, password);
    },
    /** Reads (or spoils) what is stored, past every check of the server. */
    sql: <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      inTransaction(async (client) => (await client.query<Row>(text, [...values])).rows),
    /** The same in a transaction that stays open during `work`, which is handed the number of its connection. */
    hold: <T>(
      text: string,
      values: readonly unknown[],
      work: (connection: number) => Promise<T>,
    ): Promise<T> =>
      inTransaction(async (client) => {
        await client.query(text, [...values]);
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        if (!rows[0]) throw new Error('each connection has a number');
        return work(rows[0].pid);
      }),
    async stop(): Promise<void> {
      await server.stop();
      await entrance?.close();
      await administrator.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let shared: Promise<TestServer> | null = null;

/**
 * A server with the usual settings that all files of one process share, because starting one takes as long as a dozen
 * tests. People and accounts are a file's own: what a test says of the whole installation needs `startTestServer`.
 */
export async function shareTestServer(): Promise<TestServer> {
  shared ??= startTestServer();
  const server = await shared;
  // The process ends it.
  return { ...server, stop: async () => undefined };
}

function readConfig(settings: Readonly<Record<string, string>>) {
  const outcome = parseConfig({
    PORT: '0',
    DATABASE_POOL_SIZE: '4',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_REGISTER: '0',
    RATE_LIMIT_API: '0',
    BATCHING_DELAY_MS: '20',
    SECRET_KEY: 'a secret that is only used in tests',
    ...settings,
  });
  if (outcome.kind === 'invalid') throw new Error(outcome.problems.join('\n'));
  return outcome.config;
}

export function createCaller(address: string, jwt: string | null): Caller {
  async function raw(method: string, target: string, request: RawRequest = {}): Promise<HttpAnswer> {
    const { body } = request;
    const isForm = body instanceof FormData;
    const payload = isForm || body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(new URL(target, address), {
      method,
      headers: {
        accept: 'application/json',
        ...(payload === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
        ...request.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : isJson ? (JSON.parse(text) as unknown) : text,
    };
  }

  const ask = (endpoint: Endpoint, input: Partial<EndpointInput<Endpoint>>): Promise<HttpAnswer> =>
    raw(endpoint.method, pathOf(endpoint, input), input.body === undefined ? {} : { body: input.body });

  return {
    raw,
    async call(endpoint, input = {}) {
      const answer = await ask(endpoint, input);
      if (answer.status !== endpoint.status) throw unexpected(endpoint, answer);
      // What the schema gives back is the endpoint's output by its own definition.
      return endpoint.output?.parse(answer.body) as never;
    },
    async refused(endpoint, input = {}) {
      const answer = await ask(endpoint, input);
      if (answer.status === endpoint.status) throw unexpected(endpoint, answer);
      return Problem.parse(answer.body);
    },
  };
}

/** A form with one file, as a browser sends it. */
export function formOf(field: string, bytes: Uint8Array, name = 'picture.png'): FormData {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name));
  return form;
}

/** The id of the session that a token belongs to. */
export const sessionOf = ({ jwt }: { readonly jwt: string }): SessionId =>
  SessionId.parse(decodeJwt(jwt).jti);

const unexpected = (endpoint: Endpoint, { status, body }: HttpAnswer): Error =>
  new Error(`${endpoint.method} ${endpoint.path} answered ${status} ${JSON.stringify(body)}`);

/** Path and query of a call: `/api/user/bot/{uuid}` with its parameters filled in. */
export function pathOf(
  { path: template }: Endpoint,
  { params, query }: { readonly params?: unknown; readonly query?: unknown },
): string {
  const values = entries(params);
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(new Map(values).get(name))),
  );
  const search = new URLSearchParams(
    Object.fromEntries(entries(query).map(([name, value]) => [name, String(value)])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter(([, one]) => one !== undefined)
    : [];

/** Each look is a request: the pauses between them grow with the time waited, up to the last. */
const PAUSES_MS = { first: 20, last: 250, share: 0.2 };
const TIMEOUT_MS = 120_000;

/** Looks again and again until `look` gives something; throws with `what` when it never does. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > TIMEOUT_MS) throw new Error(`never happened: ${what}`);
    const pauseMs = Math.max(PAUSES_MS.first, Math.min(waitedMs * PAUSES_MS.share, PAUSES_MS.last));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
