/** Also in the address. */
export const BOT_TABS = [
  'instructions',
  'model',
  'knowledge',
  'answers',
  'tools',
  'behaviour',
  'publish',
] as const;
export type BotTab = (typeof BOT_TABS)[number];
