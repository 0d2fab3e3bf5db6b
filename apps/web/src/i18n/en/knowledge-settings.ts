export const knowledgeSettings = {} as const;
