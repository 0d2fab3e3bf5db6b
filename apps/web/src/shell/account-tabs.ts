/** Parts of the account page, as its address names them. */
export const ACCOUNT_TABS = [
  'profile',
  'security',
  'team',
  'models',
  'connections',
  'log',
  'export',
] as const;
export type AccountTab = (typeof ACCOUNT_TABS)[number];
