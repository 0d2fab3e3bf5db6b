import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AccountId, ChannelId } from '@hanasu/contract/ids';
import { z } from 'zod';
import { sealedById } from '../../../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';

const Renewed = z.object({
  accountId: AccountId,
  /** Which credentials were renewed. */
  version: z.number().int(),
  /** Sealed like those of the channel's row, base64. */
  credentials: z.string(),
});
type Renewed = z.infer<typeof Renewed>;

/**
 * What a vendor has just given for a token that works only once. It lies here until the database has it: should the
 * commit fail, or this process end, access would be lost with it.
 */
export interface RecoveryFiles {
  write(id: ChannelId, renewed: Renewed): Promise<void>;
  read(id: ChannelId): Promise<Renewed | null>;
  remove(id: ChannelId): Promise<void>;
  list(): Promise<ChannelId[]>;
}

const ENDING = '.renewed.json';

export function createRecoveryFiles(folder: string): RecoveryFiles {
  const fileOf = (id: ChannelId): string => join(folder, `${id}${ENDING}`);
  return {
    async write(id, renewed) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(`${fileOf(id)}.new`, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify(renewed));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${fileOf(id)}.new`, fileOf(id));
    },
    async read(id) {
      const text = await readFile(fileOf(id), 'utf8').catch(nothingIfAbsent);
      return text === null ? null : Renewed.parse(JSON.parse(text));
    },
    remove: (id) => rm(fileOf(id), { force: true }),
    async list() {
      const names = (await readdir(folder).catch(nothingIfAbsent)) ?? [];
      return names
        .filter((name) => name.endsWith(ENDING))
        .map((name) => ChannelId.safeParse(name.slice(0, -ENDING.length)))
        .flatMap((id) => (id.success ? [id.data] : []));
    },
  };
}

function nothingIfAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Where credentials of channels are stored, sealed with the secret key: the database, and files of the data folder. */
export const sealedAccess = {
  columns: [sealedById('channels', 'credentials'), sealedById('channel_grants', 'secrets')],
  folderOf: (dataDir: string): string => join(dataDir, 'renewed-access'),
  /** Seals the files under the current key; those that open with no key stay as they are. */
  async resealFiles(dataDir: string, box: SecretBox): Promise<void> {
    const files = createRecoveryFiles(sealedAccess.folderOf(dataDir));
    for (const id of await files.list()) {
      const left = await files.read(id);
      const plain = left && box.tryOpen(Buffer.from(left.credentials, 'base64'), id);
      if (left && plain !== null)
        await files.write(id, { ...left, credentials: box.seal(plain, id).toString('base64') });
    }
  },
};
