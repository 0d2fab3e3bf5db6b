/** Pages whose part of the product is not built yet: what each will be for, and what can be done today. */
export const pages = {
  notBuilt: 'This part is not built yet.',
  noMoney: 'Payments are not available yet. You have not been charged.',
  posts: { title: 'Posts', purpose: 'Write articles with help from a model and publish them.' },
  post: { title: 'Edit post', purpose: 'Write, shorten, translate and illustrate one article.' },
  images: { title: 'Images', purpose: 'Generate images from a prompt.' },
  video: { title: 'Video', purpose: 'Generate short videos from a prompt.' },
  voice: { title: 'Voice', purpose: 'Turn text into speech, and recordings into text.' },
  payment: { title: 'Buy tokens', purpose: 'Choose a package and pay by credit card.' },
  paymentCheck: {
    title: 'Card verification',
    purpose: 'Your bank confirms here that a card payment is yours.',
  },
  paymentSuccess: {
    title: 'After a payment',
    purpose: 'Shows what was bought after a payment, with its receipt.',
  },
  paymentFailed: {
    title: 'When a payment fails',
    purpose: 'Says why a payment did not go through and what to do.',
  },
  today: {
    bots: { text: 'Today you can create bots and test them.', action: 'Go to bots' },
    knowledge: {
      text: 'Today you find documents, and add texts, in each knowledge base.',
      action: 'Go to knowledge',
    },
    tokens: { text: 'Today you see your balance and where tokens go.', action: 'Go to tokens' },
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly pages: typeof pages;
  }
}
