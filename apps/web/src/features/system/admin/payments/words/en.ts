export const adminPayments = {
  gateways: { sandbox: 'the sandbox', stripe: 'Stripe' },
  packages: {
    title: 'Packages on sale',
    text: 'Packages and prices are set in the settings of the server:',
    gateway: 'Payments go through {{name}}.',
    test: 'Test mode: no money moves',
    live: 'Live: cards are charged',
    name: 'Package',
    tokens: 'Tokens',
    price: 'Price with tax',
    validity: 'Tokens valid for',
    days_one: '{{number}} day',
    days_other: '{{number}} days',
    noEnd: 'no expiry date',
    none: 'Nothing is sold',
    noneText:
      'Set the keys of Stripe to sell packages, or set PAYMENT_SANDBOX=on to try payments without money.',
  },
  add: {
    short: 'Add',
    action: 'Add tokens',
    title: 'Add tokens to {{name}}',
    text: 'The balance is {{balance}} tokens. The owner and the admins of the account see the amount and the reason in their token history and audit log.',
    tokens: 'Number of tokens',
    reason: 'Reason',
    reasonHelp: 'The account sees this text. Example: compensation for an outage.',
    days: 'Days until they expire',
    daysHelp: 'Leave this empty if the tokens should not expire.',
    numberWrong: 'Enter a whole number from 1 to {{most}}.',
    keyUsed:
      'This dialog has already added tokens with other values. Close it and check the balance before you add more.',
    done_one: '{{number}} token was added to {{name}}',
    done_other: '{{number}} tokens were added to {{name}}',
  },
  events: {
    title: 'Failed events',
    text: 'Events that the payment gateway sent and that could not be processed, or are not processed yet.',
    none: 'No failed events',
    noneText: 'All events of the payment gateway have been processed.',
    event: 'Event',
    received: 'Received',
    problem: 'Problem',
    account: 'Account',
    payment: 'Payment {{id}}',
    replay: 'Process again',
    waiting: 'Not processed yet',
    unmatched_one:
      '{{count}} event is about a payment that is not stored here, for example of another shop with the same account at the gateway.',
    unmatched_other:
      '{{count}} events are about payments that are not stored here, for example of another shop with the same account at the gateway.',
    problems: {
      failed: 'Processing failed and is tried again: {{detail}}',
      no_payment: 'It is about a payment that is not stored on this server.',
      not_about_payment:
        'It is not about a payment of this server, or comes from the other mode (test or live).',
      other_payment:
        'The payment at the gateway differs from the stored one in account, amount, currency or mode.',
      refused: 'The gateway refused: {{detail}}',
    },
    processed: 'Event processed: {{id}}',
    stillFailed: 'Processed again, but the problem remains: {{id}}',
    stillWaiting: 'Not processed yet: {{id}}. The server keeps trying.',
  },
} as const;

declare module '../../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly adminPayments: typeof adminPayments;
  }
}
