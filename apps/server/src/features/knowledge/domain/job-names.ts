export const PROCESS_DOCUMENT = 'knowledge.process-document';
export const MERGE_INDEX = 'knowledge.merge-index';
