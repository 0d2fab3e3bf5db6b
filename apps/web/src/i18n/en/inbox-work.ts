export const inboxWork = {} as const;
