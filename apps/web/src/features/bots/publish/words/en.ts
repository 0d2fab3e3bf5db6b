export const botPublish = {
  sampleTitle: 'Sample text still in use',
  sampleHelp: 'Customers would read things that are not true of your shop. Replace each before you publish.',
  sampleKnowledge: 'The knowledge base “{{name}}” holds sample text.',
  samplePassages_one: '{{count}} passage is as it was shipped.',
  samplePassages_other: '{{count}} passages are as they were shipped.',
  useBase: 'Use “{{name}}” instead',
  chooseBase: 'Use another base',
  addBase: 'Add your own material',
  openSample: 'Edit the sample',
  confirmSample: 'All of it is true of us',
  detach: 'Take it out',
  fact: {
    empty: 'Not filled in yet',
    missing: 'Named in a text, but not filled in: {{name}}',
    sample: 'Still the sample: {{value}}',
  },
  saveFact: 'Save',
  keepFact: 'This is correct',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly botPublish: typeof botPublish;
  }
}
