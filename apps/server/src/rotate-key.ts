import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, parseConfig } from './app/config.ts';
import { SEALED_COLUMNS } from './app/secrets.ts';
import { sealedAccess } from './features/channels/public.ts';
import { checkSecretKeys, giveUpLostKeys, type Rotated, rotateKeys } from './features/system/public.ts';
import { createSecretBox } from './platform/crypto/secret-box.ts';
import { loadSecretKey, SecretKeyError } from './platform/crypto/secret-key.ts';
import { type Database, openDatabase } from './platform/database/database.ts';
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-postgres-error.ts';
import { runningPostgresUrl } from './platform/database/embedded/running-postgres.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from './platform/database/migrate.ts';

/** `npm run rotate-key`, beside a running product or alone. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const outcome = parseConfig(process.env);
  if (outcome.kind === 'invalid') throw new SecretKeyError(outcome.problems.join('\n'));
  const config = { ...outcome.config, DATA_DIR: resolve(root, outcome.config.DATA_DIR) };
  const { url, stop } = await reachDatabase(config);
  await migrateDatabase(url);
  const database = openDatabase({ url, poolSize: 2, onError: (error) => say(error.message) });
  try {
    await run(config, database);
  } finally {
    await database.close();
    await stop();
  }
}

/** The database of the product that runs, or the same one started for this. */
async function reachDatabase(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const nothing = async (): Promise<void> => undefined;
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, stop: nothing };
  try {
    return await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log: say });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.problem !== 'already_running') throw error;
    const url = await runningPostgresUrl(config.DATA_DIR);
    if (url === null) throw error;
    return { url, stop: nothing };
  }
}

async function run(config: Config, database: Database): Promise<void> {
  if (process.argv.includes('--give-up-lost')) await giveUp(config, database);
  const keys = await checkSecretKeys(database, SEALED_COLUMNS, config);
  if (keys.previous === null) {
    say('SECRET_KEY_PREVIOUS is not set: there is no key to be replaced.');
  }
  await sealedAccess.resealFiles(config.DATA_DIR, createSecretBox(keys));
  printResult(await rotateKeys({ database, keys, columns: SEALED_COLUMNS }));
}

async function giveUp(config: Config, database: Database): Promise<void> {
  const current = loadSecretKey(config.DATA_DIR, config.SECRET_KEY);
  const previous = config.SECRET_KEY_PREVIOUS ?? null;
  const lost = await giveUpLostKeys(database, { current, previous, oldRecoveryKeys: [] });
  say(`${lost} lost keys were given up; channels and tools that used them need their credentials again.`);
}

function printResult({ sealed, unreadable, isDone }: Rotated): void {
  say(`${sealed} values were sealed with the new key.`);
  for (const [column, count] of unreadable)
    say(`${count} values of ${column} open with neither key: they have to be entered again.`);
  if (isDone)
    say(
      'Everything is sealed with the new key. SECRET_KEY_PREVIOUS can be removed: with it go the sessions that it ' +
        'signed; people then sign in again (after 14 days none is left).',
    );
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isExpected = error instanceof SecretKeyError || error instanceof EmbeddedPostgresError;
    const message = isExpected
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    process.stderr.write(`${message}\n`);
    process.exit(1);
  },
);
