import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type Config, parseConfig } from './config.ts';
import { type Engine, launchEngine } from './engine-link.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres-error.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { createLogger } from './platform/logger.ts';
import { type RunningServer, startServer } from './server.ts';

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

async function findDatabase(config: Config): Promise<DatabaseHandle> {
  if (config.DATABASE_URL)
    return { url: config.DATABASE_URL, isEmbedded: false, stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  return { url: embedded.url, isEmbedded: true, stop: embedded.stop };
}

/** npm may pass one Ctrl-C on twice; only a later one means that somebody is tired of waiting. */
const SAME_KEYPRESS_MS = 1_500;

/** Ctrl-C, SIGTERM and a closed terminal stop everything in order. */
function stopOnSignals(server: RunningServer, database: DatabaseHandle): void {
  let stoppingSince = 0;
  const stop = async (): Promise<void> => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > SAME_KEYPRESS_MS) process.exit(130);
      return;
    }
    stoppingSince = Date.now();
    say('Stopping…');
    await server.stop();
    await database.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => giveUp([`Could not stop cleanly: ${String(error)}`]));
    });
  }
}

function announceStart(config: Config, server: RunningServer, milliseconds: number): void {
  const { sandboxed } = server.view;
  say(`Hanasu is ready at ${config.publicUrl} (${(milliseconds / 1000).toFixed(1)} s)`);
  if (config.PUBLIC_URL) say(`  listening on ${server.address}`);
  for (const { part, setting } of sandboxed) {
    const words = SANDBOX_WORDS[part] ?? part;
    say(`  ${words.replace('{url}', config.publicUrl)}: set ${setting}`);
  }
}

const SANDBOX_WORDS: Readonly<Record<string, string>> = {
  models: 'Models are sandboxed (answers quote your documents); for a language model',
  channels: 'Channels are sandboxed (use the simulator); for real ones',
  mail: 'Mail is kept and shown at {url}/dev/outbox; to send it',
  database: 'Database is the embedded PostgreSQL; for your own',
};

async function main(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig();
  const dataDir = resolve(root, config.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };
  const settled: Config = {
    ...config,
    DATA_DIR: dataDir,
    WEB_DIST: config.WEB_DIST ?? resolve(root, 'apps/web/dist'),
  };
  const logger = createLogger(config.LOG_LEVEL);
  // It loads while the database starts.
  const engine = launchEngine();
  const database = await findDatabase(settled);
  const server = await serve(settled, database, { logger, version, engine }).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  stopOnSignals(server, database);
  announceStart(settled, server, performance.now() - startedAt);
}

async function serve(
  config: Config,
  database: DatabaseHandle,
  { logger, version, engine }: { readonly logger: Logger; readonly version: string; readonly engine: Engine },
): Promise<RunningServer> {
  const { bypassesTenancy } = await migrateDatabase(database.url);
  if (bypassesTenancy) {
    logger.warn('The database role may bypass row-level security; use a role that is not a superuser.');
  }
  return startServer({
    config,
    databaseUrl: database.url,
    logger,
    version,
    isOnlyProcess: database.isEmbedded,
    engine,
  });
}

main().catch((error: unknown) => giveUp([wordsOf(error)]));

/** Expected failures explain themselves; anything else needs its stack. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof EmbeddedPostgresError ? error.message : (error.stack ?? error.message);
}
