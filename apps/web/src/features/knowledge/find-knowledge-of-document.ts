import type { DocumentId, KnowledgeId } from '@hanasu/contract/ids';
import { getDocument } from '@hanasu/contract/knowledge';
import { call } from '../../shell/api-client.ts';
import { ApiFault } from '../../shell/api-fault.ts';

/** A citation names its document but not its base; asks the bot's bases which one has it. */
export async function findKnowledgeOfDocument(
  bases: readonly KnowledgeId[],
  document: DocumentId,
): Promise<KnowledgeId> {
  try {
    return await Promise.any(
      bases.map(async (uuid) => (await call(getDocument, { params: { uuid, document } })).knowledgeUuid),
    );
  } catch (error) {
    throw new ApiFault({ code: 'not_found', cause: error });
  }
}
