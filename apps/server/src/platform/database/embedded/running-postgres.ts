import path from 'node:path';
import { clusterIn } from './create-cluster.ts';
import { readLauncherSettings } from './launcher-settings.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { localUrl } from './prepare-database.ts';
import { databaseFolder } from './usable-folders.ts';

/** How the server that another process has started on `dataDir` is reached; null: none was ever started there. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const quiet = (): void => undefined;
  const account = choosePostgresAccount(clusterIn(path.join(dataDir, 'postgres')), quiet);
  const folder = databaseFolder(dataDir, account, quiet);
  const settings = readLauncherSettings(folder);
  return (
    settings &&
    (await localUrl({
      role: 'hanasu',
      password: settings.ownerPassword,
      cluster: clusterIn(folder),
      port: settings.port,
      database: 'hanasu',
    }))
  );
}
