export const notifications = {
  events: {
    new_chat: 'New conversation',
    waiting: 'A customer waits for a person',
    assigned: 'A conversation is given to you',
    mention: 'Somebody mentions you in a note',
    late: 'An answer is overdue',
    channel_failed: 'A channel has stopped working',
    balance_low: 'The balance is low',
    form_submitted: 'A form was submitted',
  },
  tokensLeft: '{{tokens}} tokens are left.',
  troubles: {
    lapsing: 'Access ends soon. Connect the channel again.',
    lost: 'Access has ended. Connect the channel again.',
    suspended:
      'The vendor has blocked this official account: nothing arrives and nothing is sent until the vendor unblocks it.',
    credentials_rejected: 'The vendor no longer accepts the access data.',
    payment_needed: 'The vendor wants to be paid first.',
    webhook_failed: 'The vendor cannot deliver messages to the webhook.',
    renewal_failing: 'Access cannot be renewed just now. Hanasu keeps trying.',
    token_refused:
      'The vendor no longer accepts the stored token. Messages are sent with short-lived tokens meanwhile.',
    secret_wrong:
      'The channel secret has changed at the vendor, so no messages are received. Store the new one.',
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly notifications: typeof notifications;
  }
}
