import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/database/embedded/start-embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases. */
    testAdministratorUrl: string;
    /** The application's role; a test database's name goes into its path. */
    testOwnerUrl: string;
    /** Name of the migrated database that test databases are copied from; made by the first who needs it. */
    testTemplate: string;
  }
}

/** Of Linux; each test database takes some 15 MB in it until its file has run. */
const RAM_DISK = '/dev/shm';

/**
 * One database server for the whole run: an embedded one in a temporary folder, or `TEST_DATABASE_URL` (a role
 * that may create databases but is no superuser, else row-level security is not tested).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `hanasu_test_template_${randomBytes(6).toString('hex')}`;
  project.provide('testTemplate', template);
  const given = env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') {
    project.provide('testAdministratorUrl', given);
    project.provide('testOwnerUrl', given);
    return () => dropTemplate(given, template);
  }
  const dataDir = mkdtempSync(path.join(existsSync(RAM_DISK) ? RAM_DISK : tmpdir(), 'hanasu-test-'));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
  project.provide('testAdministratorUrl', postgres.administratorUrl);
  project.provide('testOwnerUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function dropTemplate(url: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${pg.escapeIdentifier(template)}`);
  await client.end();
}
