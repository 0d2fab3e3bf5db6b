import { createHash } from 'node:crypto';
import type { AccountId, DocumentId, KnowledgeId, WebsiteId } from '@hanasu/contract/ids';
import type { DocumentKind } from '@hanasu/contract/knowledge';
import { newId } from '../../../platform/ids.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { keepSource, type StoredSource } from './keep-source.ts';

/** What a document is made from. */
export interface Source {
  readonly kind: DocumentKind;
  readonly title: string;
  /** Null for text that was typed in. */
  readonly fileName: string | null;
  readonly folder: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly url: string | null;
  readonly websiteId: WebsiteId | null;
  /** Absent: as they are. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * Keeps a source and queues its reading: both or neither. A file of a name and folder that the base has, or `replaces`,
 * is the next version of that document; the same bytes again change nothing.
 */
export async function storeSource(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
  source: Source,
  replaces: DocumentId | null = null,
): Promise<StoredSource> {
  const contentHash = createHash('sha256').update(source.bytes).digest('hex');
  const fileKey = `${accountId}/documents/${newId<string>()}`;
  await dependencies.files.put(fileKey, source.bytes);
  const row = { ...source, knowledgeId, bytes: source.bytes.byteLength, fileKey, contentHash };
  return keepSource(dependencies, accountId, row, { replaces, isCounted: false });
}
