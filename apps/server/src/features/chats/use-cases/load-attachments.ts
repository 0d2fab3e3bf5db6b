import type { AccountId, AttachmentId } from '@hanasu/contract/ids';
import { findAttachments } from '../attachments.store.ts';
import type { ChatsDependencies } from '../dependencies.ts';

export type LoadedAttachment =
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'document'; readonly name: string; readonly text: string };

/** What a model is given of attachments, in their order; one whose file is gone is left out. */
export async function loadAttachments(
  { database, files }: Pick<ChatsDependencies, 'database' | 'files'>,
  accountId: AccountId,
  ids: readonly AttachmentId[],
): Promise<LoadedAttachment[]> {
  if (ids.length === 0) return [];
  const rows = await database.account(accountId, (transaction) => findAttachments(transaction, ids));
  const byId = new Map(rows.map((row) => [row.uuid, row]));
  const loaded: LoadedAttachment[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    if (!row) continue;
    const { kind, name, mediaType, text, fileKey } = row;
    if (kind === 'document') loaded.push({ kind, name, text: text ?? '' });
    else if ((await files.size(fileKey)) !== null)
      loaded.push({ kind, mediaType, bytes: await files.get(fileKey) });
  }
  return loaded;
}
