export const botCreate = {
  facts: 'About your shop',
  factsHelp: 'The bot uses this in its greeting and its instructions. You can change it later.',
  example: 'e.g. {{example}}',
  becomesLive: 'It can answer as soon as it is created. Customers do not see it until you connect a channel.',
  becomesDraft: 'It is created as a draft. Check it, then publish it.',
  madeLive: '{{name}} is live and can answer; no channel is connected yet',
  madeDraft: '{{name}} is a draft. Publish it so that it can answer',
  chooseBase: 'Choose what the bot may answer from.',
  sampleBase: '{{name}} · sample',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly botCreate: typeof botCreate;
  }
}
