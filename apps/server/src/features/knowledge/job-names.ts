export const PROCESS_DOCUMENT = 'knowledge.process-document';
export const EMBED_KNOWLEDGE = 'knowledge.embed';
export const MERGE_INDEX = 'knowledge.merge-index';
