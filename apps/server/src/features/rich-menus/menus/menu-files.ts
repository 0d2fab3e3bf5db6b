import type { ChannelId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/rich-menus';
import { AppError, orNotFound } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import { findUploads, insertUpload, type UploadRow } from '../pictures/pictures.store.ts';
import { newUpload } from '../pictures/read-picture.ts';
import { uploadsIn } from '../pictures/render-picture.ts';
import * as store from './rich-menus.store.ts';
import { createMenu, type MenuDependencies, requireMenus } from './routes.ts';

interface FileDependencies extends MenuDependencies {
  readonly files: FileStore;
  readonly requireQuota: (transaction: AccountTransaction, bytes: number) => Promise<void>;
  readonly maxUploadBytes: number;
}

/** Pictures are written as text, which is a third longer; the rest is small. */
const FILE_BYTES = (contract.MENU_FILE_PICTURE_BYTES * 4) / 3 + 1_048_576;
/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

/** Menus as files, with their pictures: to keep them, or to take them to another account. */
export function addMenuFileRoutes(implement: Implement, dependencies: FileDependencies): void {
  const { database, files, maxUploadBytes } = dependencies;
  implement(contract.exportRichMenu, async ({ params }, { session }) => {
    const { name, draft, rows } = await database.account(session.accountId, async (transaction) => {
      const row = orNotFound(await store.findMenu(transaction, params.uuid), 'rich menu');
      const definition = contract.RichMenuDefinition.parse(row.draft);
      return { name: row.name, draft: definition, rows: await pictureRows(transaction, definition) };
    });
    const pictures: contract.RichMenuFile['pictures'] = [];
    for (const { id, storageKey } of rows)
      pictures.push({ uuid: id, data: (await files.get(storageKey)).toString('base64') });
    return { kind: 'hanasu-rich-menu', version: 1, name, definition: draft, pictures } as const;
  });
  const limit = Math.min(maxUploadBytes, FILE_BYTES);
  implement(
    contract.importRichMenu,
    async ({ query }, { session, request }) => {
      await requireMenus(dependencies, session.accountId, query.channelUuid);
      const { bytes } = await readFileField(request, limit);
      return importMenu(dependencies, session, { channelId: query.channelUuid, file: readMenuFile(bytes) });
    },
    { bodyLimit: limit + FORM_BYTES, parseBody: false },
  );
}

const picturesOf = ({ pages }: contract.RichMenuDefinition): string[] => [
  ...new Set(pages.flatMap(({ picture }) => (picture ? uploadsIn(picture) : []))),
];

async function pictureRows(
  transaction: AccountTransaction,
  definition: contract.RichMenuDefinition,
): Promise<UploadRow[]> {
  const wanted = picturesOf(definition);
  const rows = await findUploads(transaction, wanted);
  if (rows.length < wanted.length)
    throw new AppError('picture_missing', 'A picture of the rich menu was deleted');
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > contract.MENU_FILE_PICTURE_BYTES)
    throw new AppError('rich_menu_too_large', 'The pictures are too large for one file');
  return rows;
}

/** Reads what was sent, if it is an exported menu; says what is wrong with it otherwise. */
function readMenuFile(bytes: Buffer): contract.RichMenuFile {
  const wrong = (detail: string) => AppError.field('rich_menu_file_wrong', 'body.file', detail);
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw wrong('The file is not JSON');
  }
  const { data, error } = contract.RichMenuFile.safeParse(json);
  if (!data) {
    const [issue] = error.issues;
    throw wrong(`${issue?.path.join('.') || 'The file'}: ${issue?.message}`);
  }
  const there = new Set<string>(data.pictures.map(({ uuid }) => uuid));
  const lacking = picturesOf(data.definition).filter((id) => !there.has(id));
  if (lacking.length > 0) throw wrong(`The file lacks the picture ${lacking[0]}`);
  return data;
}

interface Imported {
  readonly channelId: ChannelId;
  readonly file: contract.RichMenuFile;
}

async function importMenu(
  dependencies: FileDependencies,
  session: Actor,
  { channelId, file }: Imported,
): Promise<contract.RichMenuWithDraft> {
  const { database, files, requireQuota } = dependencies;
  const shown = new Set(picturesOf(file.definition));
  const uploads: { readonly row: UploadRow; readonly bytes: Buffer; readonly from: string }[] = [];
  for (const { uuid, data } of file.pictures) {
    if (!shown.delete(uuid)) continue;
    const bytes = Buffer.from(data, 'base64');
    uploads.push({ row: await newUpload(session.accountId, bytes), bytes, from: uuid });
  }
  const ids = new Map(uploads.map(({ row, from }) => [from, row.id] as const));
  try {
    for (const { row, bytes } of uploads) await files.put(row.storageKey, bytes);
    return await database.account(session.accountId, async (transaction) => {
      await requireQuota(
        transaction,
        uploads.reduce((sum, { row }) => sum + row.bytes, 0),
      );
      for (const { row } of uploads) await insertUpload(transaction, { ...row, createdBy: session.userId });
      await store.lockMenus(transaction);
      const name = await store.findFreeName(transaction, channelId, file.name);
      const definition = withPictures(file.definition, ids);
      return createMenu(transaction, dependencies, {
        session,
        body: { channelUuid: channelId, name, definition },
      });
    });
  } catch (error) {
    for (const { row } of uploads) await files.remove(row.storageKey);
    throw error;
  }
}

/** Replaces the pictures of a definition by their new ids. */
function withPictures(
  definition: contract.RichMenuDefinition,
  ids: ReadonlyMap<string, UploadRow['id']>,
): contract.RichMenuDefinition {
  const renamed = <Id extends string | null>(id: Id): Id => ((id !== null && ids.get(id)) || id) as Id;
  return {
    ...definition,
    pages: definition.pages.map((page) => {
      const { picture } = page;
      if (!picture) return page;
      if (picture.kind === 'upload')
        return { ...page, picture: { ...picture, fileUuid: renamed(picture.fileUuid) } };
      const cells = picture.cells.map((cell) => ({ ...cell, fileUuid: renamed(cell.fileUuid) }));
      return { ...page, picture: { ...picture, fileUuid: renamed(picture.fileUuid), cells } };
    }),
  };
}
