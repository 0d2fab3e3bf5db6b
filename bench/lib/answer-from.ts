import { extractAnswer } from '@hanasu/models/builtin/extract-answer';
import { createKnowledge } from '../../apps/server/src/features/knowledge/bases/bases.ts';
import { createDocument } from '../../apps/server/src/features/knowledge/documents/store-source.ts';
import { mergeIndex } from '../../apps/server/src/features/knowledge/indexing/merge-index.ts';
import { processDocument } from '../../apps/server/src/features/knowledge/reading/process-document.ts';
import type { KnowledgeBench } from './knowledge-bench.ts';

/** As many as a bot gives its model when nobody has chosen another number. */
const PASSAGES = 6;

/** Reads a document the way an upload is read; returns what a bot with the built-in model says from it. */
export async function answerFrom(
  { feature, accountId, search }: KnowledgeBench,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
) {
  const { uuid: knowledgeId } = await createKnowledge(feature, accountId, { name });
  const jobs = { send: async () => undefined, isReady: () => true, stop: async () => undefined };
  const dependencies = { ...feature, jobs: () => jobs };
  const upload = { title: name.replace(/\.\w+$/, ''), fileName: name, bytes: Buffer.from(bytes) };
  const document = await createDocument(dependencies, { accountId, knowledgeId }, upload);
  await processDocument(dependencies, { accountId, documentId: document.uuid }, new AbortController().signal);
  await mergeIndex(feature, accountId, knowledgeId);
  return async (question: string) => {
    const found = await search(knowledgeId, question, PASSAGES);
    const passages = found.map(({ title, text, confidence }, index) => ({
      number: index + 1,
      title,
      text,
      confidence,
    }));
    return { ...extractAnswer(question, passages, { locale: 'ja' }), passages };
  };
}
