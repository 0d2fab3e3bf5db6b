import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkClusterVersion } from './create-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/**
 * Throws `folder_not_usable` when the database was there and no start can bring it back: its files are gone, or the
 * folder cannot be written. A full disk passes as what it is.
 */
export function checkFolder(plan: {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
}): void {
  if (!existsSync(path.join(plan.cluster, 'PG_VERSION')))
    throw notUsable(`the database's files in ${plan.cluster} are gone`);
  checkClusterVersion(plan.cluster, plan.binaries);
  const probe = path.join(plan.folder, `probe-${process.pid}`);
  try {
    writeFileSync(probe, 'probe');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    throw notUsable(`${plan.folder} cannot be written (${code ?? message})`);
  } finally {
    rmSync(probe, { force: true });
  }
}

const notUsable = (why: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'folder_not_usable',
    `Hanasu ends, because its data folder cannot be used: ${why}. ` +
      'Put the folder back (from a backup, or mount its disk) and start again, or set DATA_DIR to another one.',
  );
