export const CHANNEL_TABS = ['overview', 'credentials', 'log', 'quota', 'disconnect'] as const;
export type ChannelTab = (typeof CHANNEL_TABS)[number];
