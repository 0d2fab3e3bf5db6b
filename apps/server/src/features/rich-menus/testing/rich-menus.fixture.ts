import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PictureFile, uploadPicture } from '@hanasu/contract/menu-pictures';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { formOf, type SignedIn, startTestServer } from '../../../testing/test-server.ts';

export const PUBLIC_URL = 'https://bot.example.com';

/** A server whose files and database can be looked at. */
export async function startPictureServer(settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-pictures-'));
  let databaseUrl = '';
  const server = await startTestServer({ DATA_DIR: folder, PUBLIC_URL, ...settings }, (url) => {
    databaseUrl = url;
    return url;
  });
  return {
    ...server,
    files: createDiskFileStore(path.join(folder, 'files')),
    async withDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
      const database = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined });
      try {
        return await run(database);
      } finally {
        await database.close();
      }
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type PictureServer = Awaited<ReturnType<typeof startPictureServer>>;

export const sendPicture = (person: SignedIn, bytes: Uint8Array) =>
  person.raw('POST', uploadPicture.path, { body: formOf('file', bytes) });

export async function addPicture(person: SignedIn, bytes: Uint8Array): Promise<PictureFile> {
  const { status, body } = await sendPicture(person, bytes);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return PictureFile.parse(body);
}
