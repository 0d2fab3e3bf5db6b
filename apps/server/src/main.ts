import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, parseConfig } from './app/config.ts';
import { paymentWarnings } from './app/payments.ts';
import { type RunningServer, type ServerOptions, startServer } from './app/start-http.ts';
import { launchWorkerThread } from './app/worker-thread/messages.ts';
import { SecretKeyError } from './platform/crypto/secret-key.ts';
import { EmbeddedPostgresError, nameFullDisk } from './platform/database/embedded/embedded-postgres-error.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { untilDatabaseAnswers } from './platform/database/until-database-answers.ts';
import { createLogger } from './platform/logger.ts';
import { collectWhenIdle } from './platform/memory/collect-when-idle.ts';

interface Shutdown {
  /** Aborted as soon as the process is to end. */
  readonly signal: AbortSignal;
  /** What is to be stopped, the last added first. Called at once when the process is ending already. */
  onEnd(stop: () => Promise<void>): void;
  /** The start in progress: it is waited for before anything is stopped, so that nothing it begins stays behind. */
  whileStarting(start: Promise<void>): void;
  /** Stops everything, prints `words` as the reason if there are any, and ends the process. Only the first call counts. */
  end(exitCode: number, words?: string): void;
}

/** npm may pass one Ctrl-C on twice; only a later one asks to stop immediately. */
const SAME_KEYPRESS_MS = 1_500;

/** Sets the handlers of Ctrl-C, SIGTERM and a closed terminal: call it before anything is started. */
function createShutdown(say: (line: string) => void): Shutdown {
  const ending = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  let starting: Promise<void> = Promise.resolve();
  let since = 0;

  async function stopAll(exitCode: number): Promise<void> {
    let code = exitCode;
    await starting;
    for (const stop of stops.toReversed()) {
      await stop().catch((error: unknown) => {
        process.stderr.write(`Could not stop cleanly: ${String(error)}\n`);
        code = 1;
      });
    }
    process.exit(code);
  }

  function end(exitCode: number, words?: string): void {
    if (ending.signal.aborted) return;
    since = performance.now();
    ending.abort();
    if (words !== undefined) process.stderr.write(`${words}\n`);
    void stopAll(exitCode);
  }

  // Whoever read the output has gone: without this the process would end at once, and leave what it has started.
  process.stdout.on('error', () => end(1));
  process.stderr.on('error', () => end(1));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (ending.signal.aborted && performance.now() - since > SAME_KEYPRESS_MS) process.exit(130);
      if (!ending.signal.aborted) say('Stopping…');
      end(0);
    });
  }
  return {
    signal: ending.signal,
    onEnd: (stop) => void stops.push(stop),
    whileStarting(start) {
      starting = start;
    },
    end,
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function giveUp(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readConfig(): Config {
  const outcome = parseConfig(process.env);
  if (outcome.kind === 'ok') return outcome.config;
  return giveUp([
    'Hanasu cannot start: some settings are not valid.',
    ...outcome.problems.map((line) => `  ${line}`),
  ]);
}

interface DatabaseHandle {
  readonly url: string;
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

async function findDatabase(config: Config, shutdown: Shutdown): Promise<DatabaseHandle> {
  if (config.DATABASE_URL)
    return { url: config.DATABASE_URL, isEmbedded: false, stop: async () => undefined };
  const { signal, end } = shutdown;
  const embedded = await untilDatabaseAnswers(
    () =>
      startEmbeddedPostgres({
        dataDir: config.DATA_DIR,
        log: say,
        signal,
        onUnusable: (error) => end(1, error.message),
      }),
    { log: say, signal },
  );
  return { url: embedded.url, isEmbedded: true, stop: embedded.stop };
}

function announceStart(config: Config, server: RunningServer, milliseconds: number): void {
  const { sandboxed } = server.view;
  say(`Hanasu is ready at ${config.publicUrl} (${(milliseconds / 1000).toFixed(1)} s)`);
  if (config.PUBLIC_URL) say(`  listening on ${server.address}`);
  for (const note of server.notes) say(`  ${note}`);
  for (const { part, settings } of sandboxed) {
    const words = SANDBOX_WORDS[part] ?? part;
    say(`  ${words.replace('{outbox}', outboxLink(config, server))}: set ${settings.join(' or ')}`);
  }
  for (const line of server.missing) say(`  ${line}`);
}

/** Only on this machine: behind a proxy there is no such page. */
function outboxLink(config: Config, { address, outboxCode }: RunningServer): string {
  const origin = config.PUBLIC_URL ? `http://localhost:${new URL(address).port}` : config.publicUrl;
  return `${origin}/dev/outbox?code=${outboxCode}`;
}

const SANDBOX_WORDS: Readonly<Record<string, string>> = {
  models: 'Models are sandboxed (answers quote your documents); for a language model',
  channels: 'Channels are sandboxed (use the simulator); for real ones',
  mail: 'Mail is kept and shown at {outbox}; to send it',
  database: 'Database is the embedded PostgreSQL; for your own',
};

async function main(shutdown: Shutdown): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig();
  const dataDir = resolve(root, config.DATA_DIR);
  // The embedded database makes the folder otherwise, so that its own user can pass.
  if (config.DATABASE_URL) mkdirSync(dataDir, { recursive: true });
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };
  const settled: Config = {
    ...config,
    DATA_DIR: dataDir,
    WEB_DIST: config.WEB_DIST ?? resolve(root, 'apps/web/dist'),
  };
  const logger = createLogger(config.LOG_LEVEL);
  // It loads while the database starts.
  const engine = launchWorkerThread((error) => shutdown.end(1, wordsOf(error)));
  const database = await findDatabase(settled, shutdown);
  shutdown.onEnd(database.stop);
  const server = await serve(settled, database, { logger, version, engine, signal: shutdown.signal });
  shutdown.onEnd(server.stop);
  announceStart(settled, server, performance.now() - startedAt);
  collectWhenIdle();
}

async function serve(
  config: Config,
  database: DatabaseHandle,
  options: Pick<ServerOptions, 'logger' | 'version' | 'engine' | 'signal'>,
): Promise<RunningServer> {
  const { logger, signal } = options;
  const { bypassesTenancy } = await untilDatabaseAnswers(() => migrateDatabase(database.url), {
    log: say,
    signal,
  });
  if (bypassesTenancy) {
    logger.warn('The database role may bypass row-level security; use a role that is not a superuser.');
  }
  for (const warning of paymentWarnings(config)) logger.warn(warning);
  return startServer({ config, databaseUrl: database.url, isOnlyProcess: database.isEmbedded, ...options });
}

// Nothing that is written is for other users of this machine.
process.umask(0o077);
// Before anything is started: a signal that comes early stops what the start has begun.
const shutdown = createShutdown(say);
shutdown.whileStarting(main(shutdown).catch((error: unknown) => shutdown.end(1, wordsOf(error))));

/** Expected failures explain themselves in one line; anything else needs its stack. */
function wordsOf(error: unknown): string {
  const named = nameFullDisk(error);
  if (!(named instanceof Error)) return String(named);
  return named instanceof EmbeddedPostgresError || named instanceof SecretKeyError
    ? named.message
    : (named.stack ?? named.message);
}
