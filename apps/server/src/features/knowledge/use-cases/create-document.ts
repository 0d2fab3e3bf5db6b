import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { detectType } from '@hanasu/retrieval/extract/detect';
import { DOCUMENT_TYPES } from '@hanasu/retrieval/extract/document-types';
import { AppError } from '../../../platform/app-error.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { Upload } from '../domain/upload.ts';
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

function mediaTypeOf({ bytes, fileName }: Upload): string {
  if (bytes.byteLength === 0) throw AppError.field('file_empty', 'body.file', 'The file is empty');
  if (fileName === null) return DOCUMENT_TYPES.markdown.mediaType;
  const detected = detectType({ fileName, bytes });
  if (detected.kind === 'unsupported') {
    throw AppError.field('file_type_unsupported', 'body.file', detected.detail);
  }
  return DOCUMENT_TYPES[detected.type].mediaType;
}
