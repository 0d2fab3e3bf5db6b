import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('../../schema/migrations', import.meta.url));
// Any fixed number: two servers that start together take turns.
const LOCK = 7_265_318_402;

/**
 * Brings the schema up to date with the generated migrations. Returns whether the role could pass row-level security
 * (a superuser can). Keeps the library's own record of what has run, but not its migrator: loading that costs a
 * server 140 MB and most of its start.
 */
export async function migrateDatabase(url: string): Promise<{ readonly bypassesTenancy: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'hanasu-migrate' });
  // A connection that is lost fails its query too; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await runMissing(client);
    const role = await client.query<{ bypasses: boolean }>(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    return { bypassesTenancy: role.rows[0]?.bypasses ?? false };
  } finally {
    await client.end();
  }
}

async function runMissing(client: pg.Client): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const last = await client.query<{ at: string | null }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  const lastRun = Number(last.rows[0]?.at ?? 0);
  const missing = readMigrationFiles({ migrationsFolder: FOLDER }).filter(
    (migration) => migration.folderMillis > lastRun,
  );
  await client.query('begin');
  try {
    for (const migration of missing) {
      for (const statement of migration.sql) await client.query(statement);
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
