export const health = {} as const;
