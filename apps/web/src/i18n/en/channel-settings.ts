export const channelSettings = {} as const;
