export const contact = {
  visitor: 'Visitor {{number}}',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly contact: typeof contact;
  }
}
