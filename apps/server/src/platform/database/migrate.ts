import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
// Any fixed number: two servers that start together take turns.
const LOCK = 7_265_318_402;

/** Brings the schema up to date. Returns whether the role could pass row-level security (a superuser can). */
export async function migrateDatabase(url: string): Promise<{ readonly bypassesTenancy: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'hanasu-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: FOLDER });
    const role = await client.query<{ bypasses: boolean }>(
      'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
    );
    return { bypassesTenancy: role.rows[0]?.bypasses ?? false };
  } finally {
    await client.end();
  }
}
