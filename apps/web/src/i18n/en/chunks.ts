export const chunks = {} as const;
