/** Pages whose part of the product is not built yet: what each will be for, and what can be done today. */
export const pages = {
  notBuilt: 'This part is not built yet.',
  images: { title: 'Images', purpose: 'Generate images from a prompt.' },
  video: { title: 'Video', purpose: 'Generate short videos from a prompt.' },
  voice: { title: 'Voice', purpose: 'Turn text into speech, and recordings into text.' },
  today: {
    bots: { text: 'Today you can create bots and test them.', action: 'Go to bots' },
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly pages: typeof pages;
  }
}
