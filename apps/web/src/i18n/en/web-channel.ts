export const webChannel = {} as const;
