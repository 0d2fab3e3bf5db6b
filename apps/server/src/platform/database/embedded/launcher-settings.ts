import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

/** What the launcher remembers between starts, in `launcher.json` readable by the server's user only. */
export interface LauncherSettings {
  readonly port: number;
  readonly administratorPassword: string;
  readonly ownerPassword: string;
}

const fileIn = (folder: string): string => path.join(folder, 'launcher.json');

/** Null on the first start, and when the file was lost. */
export function readLauncherSettings(folder: string): LauncherSettings | null {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LauncherSettings) : null;
}

/** Fresh passwords; the port is chosen at each start. */
export const newLauncherSettings = (): LauncherSettings => ({
  port: 0,
  administratorPassword: randomBytes(24).toString('base64url'),
  ownerPassword: randomBytes(24).toString('base64url'),
});

export function writeLauncherSettings(folder: string, settings: LauncherSettings): void {
  const draft = `${fileIn(folder)}.new`;
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, fileIn(folder));
}

/** The wanted port when it is free on 127.0.0.1, else one the system gives. */
export async function freePort(wanted: number): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? wanted;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const given = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(given));
    });
  });
}
