import type { EndpointRow } from './row.ts';

export const CHANNEL_SETTINGS_ROWS: readonly EndpointRow[] = [];
