const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const MEBIBYTE = 1024 * 1024;

/** Limits of the official account API: lengths in code points, times in milliseconds, sizes in bytes. */
export const ZALO_LIMITS = {
  /** Counted after NFC. The vendor doesn't say in which unit; code points are never fewer than its characters. */
  textLength: 2000,
  buttons: 5,
  buttonTitle: 100,
  /** Of a button that answers for the person. */
  buttonPayload: 1000,
  cards: 5,
  cardTitle: 100,
  cardSubtitle: 500,
  imageBytes: MEBIBYTE,
  gifBytes: 5 * MEBIBYTE,
  uploadBytes: 5 * MEBIBYTE,
  freeWindowMs: 48 * HOUR,
  openWindowMs: 7 * DAY,
  /** Of a refresh token: three months; the shortest three have 89 days. */
  refreshLifeMs: 89 * DAY,
  /** Access is renewed so long before its 25 hours end. */
  renewAheadMs: 2 * HOUR,
  /** Retries of one event end 1 h 51 min after the first call; the rest is for a slow clock. */
  webhookAgeMs: 4 * HOUR,
  webhookAheadMs: 15 * 60 * 1000,
  followersPage: 50,
  followersOffset: 9951,
  historyPage: 10,
} as const;
