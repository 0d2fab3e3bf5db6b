export const notifications = {
  events: {
    new_chat: 'New conversation',
    waiting: 'A customer is waiting',
    assigned: 'A conversation is assigned to you',
    mention: 'You are mentioned in an internal note',
    late: 'A conversation is overdue',
    channel_failed: 'A channel needs attention',
    balance_low: 'The token balance is running low',
    tokens_expiring: 'Tokens expire soon',
    budget_used: 'Token budget',
    form_submitted: 'A form was submitted',
    model_key_refused: 'A model key stopped working',
    rule: 'A message from an automatic rule',
    rule_failed: 'An automatic rule needs attention',
    broadcast_finished: 'A broadcast was sent',
    broadcast_failed: 'A broadcast needs attention',
    post_failed: 'A post was not published',
  },
  tokensLeft: '{{tokens}} tokens are left.',
  tokensExpiring: '{{tokens}} tokens expire on {{date}}.',
  budgetUsed: {
    day: '{{share}} of today’s token budget is used.',
    month: '{{share}} of this month’s token budget is used.',
  },
  budgetAhead: {
    warn: 'Nothing stops at the limit.',
    cheaper: 'Bots with an economy model now answer with it. At the limit bots pause.',
    builtin: 'At the limit the built-in model answers.',
    pause: 'At the limit bots pause: prepared answers only, other questions wait for your team.',
    refuse: 'At the limit calls with this key are refused.',
  },
  budgetSentences: '{{used}} {{ahead}}',
  budgetReached: {
    warn: 'The token budget is used up. Nothing is stopped.',
    builtin: 'The token budget is used up. The built-in model answers until it starts again.',
    pause:
      'The token budget is used up. Until it starts again, bots give prepared answers only; other questions wait for your team.',
    refuse: 'The token budget is used up. Calls with this key are refused until it starts again.',
  },
  budgetShort: {
    builtin:
      'What is left of the token budget is too little for some questions. The built-in model answers those.',
    pause:
      'What is left of the token budget is too little for some questions. They get prepared answers only, or wait for your team.',
    refuse: 'What is left of the token budget is too little for some calls with this key. They are refused.',
  },
  peopleSent: 'Sent to {{people}} people.',
  broadcastTroubles: {
    quota_short: 'The quota of this month is used up or kept for staff.',
    credentials_rejected: 'A channel’s credentials are no longer accepted.',
    payment_needed: 'The platform requires payment first.',
    message_invalid: 'The platform did not accept this message.',
    not_ready: 'It could not start at its time: its audience, message or channels do not allow it.',
    winner_wanted: 'The A/B test is over. Choose the variant that the rest gets.',
  },
  postFailures: {
    post_incomplete: 'It had no title or no text at its scheduled time.',
    email_unconfirmed: 'The owner’s email address was not confirmed.',
    account_suspended: 'The account was suspended at the scheduled time.',
    taken_down: 'The server administrator has taken this post down.',
    publishing_failed: 'There was an error on the server.',
  },
  ruleTroubles: {
    broken: 'A part of this rule is gone or archived, so it does nothing.',
    failed: 'Some of its actions could not be done. The log says which.',
  },
  troubles: {
    lapsing: 'The access token expires soon. Reconnect the channel.',
    lost: 'The access token has expired. Reconnect the channel.',
    suspended:
      'The platform has suspended this official account: nothing arrives and nothing is sent until it is unblocked.',
    credentials_rejected: 'The platform no longer accepts the credentials.',
    payment_needed: 'The platform requires payment first.',
    webhook_failed: 'The platform can’t deliver messages to the webhook.',
    renewal_failing: 'The access token can’t be renewed at the moment. Hanasu keeps trying.',
    token_refused:
      'The platform no longer accepts the stored token. Messages are sent with short-lived tokens meanwhile.',
    secret_wrong:
      'The channel secret has changed at the platform, so no messages are received. Save the new one.',
    menus_left:
      'The rich menus could not be removed from the platform. Connect the official account again, then delete the channel.',
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly notifications: typeof notifications;
  }
}
