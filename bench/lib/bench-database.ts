import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrateDatabase } from '../../apps/server/src/platform/database/migrate.ts';

export interface BenchDatabase {
  readonly url: string;
  readonly database: Database;
  /** A folder for files; removed with the rest. */
  readonly folder: string;
  close(): Promise<void>;
}

/** `DATABASE_URL`, or a durable embedded PostgreSQL in a temporary folder: the defaults of a small installation. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'hanasu-bench-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  const embedded = env.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
  const url = env.DATABASE_URL ?? embedded?.url ?? '';
  await migrateDatabase(url);
  const database = openDatabase({ url, poolSize: 8, onError: (error) => console.error(error.message) });
  return {
    url,
    database,
    folder,
    async close() {
      await database.close();
      await embedded?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
