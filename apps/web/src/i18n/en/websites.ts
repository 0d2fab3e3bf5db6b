export const websites = {} as const;
