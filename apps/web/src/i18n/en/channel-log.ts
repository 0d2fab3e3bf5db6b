export const channelLog = {} as const;
