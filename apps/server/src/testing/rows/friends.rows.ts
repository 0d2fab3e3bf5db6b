import type { EndpointRow } from './row.ts';

export const FRIEND_ROWS: readonly EndpointRow[] = [];
