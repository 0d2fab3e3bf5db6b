import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installFromDebian, isDebianRoot } from './debian.mjs';
import { say } from './say.mjs';

/** Outside the checkout: a fresh clone uses what an earlier one has unpacked. */
const FOLDER = '/var/cache/hanasu-tests';
const RELEASE = 'trixie';
const ROOT_OF_DEBIAN = path.join(FOLDER, `debian-${RELEASE}`);
const PROGRAMS = path.join(ROOT_OF_DEBIAN, 'usr/lib/postgresql/17/bin');

/**
 * A PostgreSQL with pgvector and the tools for a standby, which the embedded one lacks: Debian's, unpacked into a folder
 * of the tests. Without it the tests that need one are skipped.
 * @returns {Record<string, string>} what the tests read
 */
export function ensureDebianPostgres() {
  if (!existsSync(PROGRAMS) && isDebianRoot()) unpack();
  if (existsSync(PROGRAMS)) return { TEST_DEBIAN_POSTGRES: ROOT_OF_DEBIAN };
  say('no PostgreSQL 17 of Debian here: the tests of pgvector and of a standby are skipped.');
  return {};
}

function unpack() {
  say(`unpacking PostgreSQL 17 with pgvector from Debian ${RELEASE}, for the tests; about a minute …`);
  if (spawnSync('debootstrap', ['--version']).status !== 0) installFromDebian(['debootstrap']);
  mkdirSync(FOLDER, { recursive: true });
  const draft = `${ROOT_OF_DEBIAN}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const { status } = spawnSync(
    'debootstrap',
    ['--variant=minbase', '--include=postgresql-17-pgvector', RELEASE, draft],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status === 0) renameSync(draft, ROOT_OF_DEBIAN);
  else rmSync(draft, { recursive: true, force: true });
}
