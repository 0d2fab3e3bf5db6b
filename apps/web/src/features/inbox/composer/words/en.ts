export const composer = {
  mode: 'Write to',
  reply: 'Reply',
  note: 'Internal note',
  noteLabel: 'Internal note about {{name}}',
  notePlaceholder: 'Only your team sees this. @ mentions a team member.',
  disconnected: '“{{channel}}” is disconnected, so replies cannot be sent.',
  reconnect: 'Reconnect',
  attach: 'Attach files',
  sticker: 'Sticker',
  location: 'Location',
  details: 'Ask for details',
  canned: 'Canned replies',
  saveNote: 'Save internal note',
  quoting: 'Reply to {{who}}',
  noQuote: 'Do not quote',
  saved: 'Draft saved',
  unsaved: 'Draft kept in this browser only',
  tooLarge: '{{name}} is too large for this channel ({{limit}} at most).',
  wrongKind: '{{name}} cannot be sent on this channel.',
  removeFile: 'Remove {{name}}',
  uploading: '{{name}}: {{percent}}',
  yours: 'Your text',
  back: 'Back to your text',
  mentionList: 'Team members',
  stickerNumber: 'Sticker {{number}}',
  stickersHelp: 'Tap one to send it.',
  emptyFile: '{{name}} is empty.',
  suggest: {
    button: 'Suggest a reply',
    making: 'The bot is thinking…',
    title: 'Suggested reply',
    insert: 'Use this',
    again: 'Another one',
    dismiss: 'Dismiss',
    empty: 'No match in the knowledge base.',
  },
  writing: {
    button: 'Rewrite',
    tasks: {
      polite: 'More polite',
      friendly: 'Friendlier',
      shorter: 'Shorter',
      longer: 'Longer',
      correct: 'Correct mistakes',
      translate: 'Translate to {{language}}',
      translateAny: 'Translate for the customer',
    },
  },
  window: {
    free: 'Free until {{time}} ({{left}} left)',
    counted: 'Until {{time}}, each message counts toward the quota',
    closed:
      'The messaging window has closed. The customer has to write first; until then you can only write internal notes.',
    quota: '{{left}} of {{limit}} messages left this month',
    quotaGone: 'This month’s message quota is used up.',
    open: 'Open until {{time}}',
  },
  locationDialog: {
    title: 'Name of the place',
    address: 'Address',
    where: 'Coordinates or map link',
    whereHelp: 'For example 35.6586, 139.7454, or the address of a map page.',
    whereWrong: 'No coordinates found in this.',
    needed: 'Please fill this in.',
    send: 'Send location',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly composer: typeof composer;
  }
}
