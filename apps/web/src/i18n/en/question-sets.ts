export const questionSets = {} as const;
