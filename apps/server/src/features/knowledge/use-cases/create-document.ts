import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { Upload } from '../domain/upload.ts';
import { mediaTypeOf } from '../media-type.ts';
import { storeSource } from './store-source.ts';

/** Keeps an upload and queues its reading. A file that the base has under this name becomes its next version. */
export async function createDocument(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  upload: Upload,
): Promise<DocumentView> {
  const source = {
    ...upload,
    kind: upload.fileName === null ? ('text' as const) : ('file' as const),
    folder: '',
    mediaType: mediaTypeOf(upload),
    url: null,
    websiteId: null,
  };
  return (await storeSource(dependencies, accountId, knowledgeId, source)).document;
}
