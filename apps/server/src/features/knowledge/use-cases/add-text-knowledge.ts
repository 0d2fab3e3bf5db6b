import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { createDocument } from './create-document.ts';
import { createKnowledge } from './create-knowledge.ts';

/** A knowledge base named like its one document, which is read in the background. */
export async function addTextKnowledge(
  dependencies: KnowledgeDependencies,
  accountId: AccountId,
  { title, text }: { readonly title: string; readonly text: string },
): Promise<KnowledgeId> {
  const { uuid } = await createKnowledge(dependencies, accountId, title);
  const upload = { title, fileName: null, bytes: Buffer.from(text, 'utf8') };
  await createDocument(dependencies, accountId, uuid, upload);
  return uuid;
}
