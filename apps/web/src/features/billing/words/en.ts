export const billing = {
  title: 'Tokens',
  purpose: 'Tokens pay for model calls: words read and words written, at the rate of each model.',
  parts: 'Parts of the token page',
  tabs: { usage: 'Usage', budgets: 'Budgets', keys: 'API keys', hooks: 'Webhooks' },
  buy: 'Buy tokens',
  balance: 'Balance',
  listed: 'These entries',
  withoutTests: 'without tests of drafts',
  withheld: 'Confirm your email address to receive the remaining {{tokens}} tokens.',
  withheldByOwner: 'The remaining {{tokens}} tokens are added when the owner confirms their email address.',
  reserved: '{{tokens}} reserved for answers in progress',
  today: 'Used today',
  month: 'Used this month',
  history: 'History',
  time: 'Time',
  what: 'What for',
  model: 'Model',
  readWritten: 'Read / written',
  tokens: 'Tokens',
  after: 'Balance after',
  grant: 'Tokens added',
  purchase: 'Tokens bought',
  refund: 'Refund or dispute',
  expiry: 'Expired',
  chatPage: 'Chat page or API',
  empty: 'Nothing was spent yet',
  emptyText: 'Each answer of a bot appears here with the tokens it took.',
  pages: 'Pages of the history',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly billing: typeof billing;
  }
}
