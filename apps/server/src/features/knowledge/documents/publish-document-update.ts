import type { AccountId } from '@hanasu/contract/ids';
import type { DocumentView } from '@hanasu/contract/knowledge';
import { UPDATE_DOCUMENT, type UpdateDocument } from '@hanasu/contract/realtime';
import type { KnowledgeDependencies } from '../dependencies.ts';

/** Tells the account's browsers how a document stands. Call after the commit. */
export function publishDocumentUpdate(
  { realtime }: Pick<KnowledgeDependencies, 'realtime'>,
  accountId: AccountId,
  document: DocumentView,
): void {
  realtime.emit(accountId, UPDATE_DOCUMENT, { document } satisfies UpdateDocument);
}
