export const knowledgeBase = {
  readAgain: 'Retry',
  emptyText:
    'Add your price list, house rules or FAQ as PDF, Word, Excel or text. Bots then answer from it and show the page.',
  empty: 'Add documents',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly knowledgeBase: typeof knowledgeBase;
  }
}
