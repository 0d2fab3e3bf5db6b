export const botCreate = {
  facts: 'About your shop',
  factsHelp: 'The bot uses this in its greeting and its instructions. You can change it later.',
  example: 'e.g. {{example}}',
  chooseBase: 'Choose what the bot may answer from.',
  sampleBase: '{{name}} · sample',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly botCreate: typeof botCreate;
  }
}
