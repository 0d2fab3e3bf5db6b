import { randomBytes } from 'node:crypto';
import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { inject } from 'vitest';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { recordStatements } from './record-statements.ts';

export interface TestDatabase {
  /** For the application's role, which is no superuser. */
  readonly url: string;
  /** Closes what is still connected and removes the database. */
  drop(): Promise<void>;
}

recordStatements(env.RECORD_STATEMENTS ?? '');

/** Serialises the making of the template among the test workers. */
const TEMPLATE_LOCK = 4_812_600;

/** A fresh, migrated, empty database: a copy of a template, so it takes milliseconds, not a migration. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `hanasu_test_${randomBytes(6).toString('hex')}`;
  await withAdministrator(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    try {
      await ensureTemplate(client, inject('testTemplate'));
      // Copies files: the other way writes each page into the journal, too.
      await client.query(
        `create database ${name} template ${inject('testTemplate')} owner ${ownerRole()} strategy file_copy`,
      );
    } finally {
      await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    }
  });
  return {
    url: urlOf(name),
    drop: () =>
      withAdministrator(async (client) => {
        await untilLeft(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

const LEAVING_MS = 2_000;

/** A pool that has ended may still be closing its connections; one that is cut then is an error nobody listens for. */
async function untilLeft(client: pg.ClientBase, name: string): Promise<void> {
  const end = Date.now() + LEAVING_MS;
  while (Date.now() < end) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await sleep(10);
  }
}

async function ensureTemplate(client: pg.ClientBase, template: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [template]);
  if (found.rowCount !== 0) return;
  // Under another name until it is complete: a failed migration must not leave a half-made template.
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft} owner ${ownerRole()}`);
  await migrateDatabase(urlOf(draft));
  // The job queue's tables: without them each start of the product would create them.
  const boss = new PgBoss({ connectionString: urlOf(draft), schema: 'pgboss', max: 1 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
  await client.query(`alter database ${draft} rename to ${template}`);
}

let administrators: pg.Pool | null = null;

/** On a connection that the process keeps: opening one takes longer than what is asked on it. */
async function withAdministrator(work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  if (administrators === null) {
    const connectionString = inject('testAdministratorUrl');
    administrators = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // The run ends the server before the processes.
    administrators.on('error', () => undefined);
  }
  const client = await administrators.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

const ownerRole = (): string =>
  pg.escapeIdentifier(decodeURIComponent(new URL(inject('testOwnerUrl')).username));

function urlOf(database: string): string {
  const url = new URL(inject('testOwnerUrl'));
  url.pathname = `/${database}`;
  return url.href;
}
