export const demo = {
  title: 'Ask Hanasu about Hanasu',
  text: 'A bot to try right here: no account, no cost, and nothing you write is kept. The built-in model answers, just as it would from your documents.',
  mark: "Answers from Hanasu's own guide",
  greeting: 'Hello! Ask me about channels, documents, cost, data or your own server.',
  suggested: {
    cost: 'How much does it cost?',
    data: 'Where is my data stored?',
    unknown: 'What happens when the bot does not know?',
  },
  section: 'Guide: {{title}}',
  contact: 'Ask the operator of this site:',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly demo: typeof demo;
  }
}
