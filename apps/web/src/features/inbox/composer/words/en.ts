export const composer = {
  mode: 'Write to',
  reply: 'Reply',
  note: 'Note',
  noteLabel: 'Note for staff about {{name}}',
  notePlaceholder: 'Only staff see this. @ mentions a colleague.',
  attach: 'Attach files',
  sticker: 'Sticker',
  location: 'Location',
  details: 'Ask for details',
  canned: 'Canned replies',
  saveNote: 'Save note',
  quoting: 'Answer to {{who}}',
  noQuote: 'Do not quote',
  saved: 'Draft saved',
  unsaved: 'Draft kept in this browser only',
  tooLarge: '{{name}} is too large for this channel ({{limit}} at most).',
  wrongKind: '{{name}} cannot be sent on this channel.',
  removeFile: 'Remove {{name}}',
  uploading: '{{name}}: {{percent}}',
  yours: 'Your words',
  back: 'Back to your words',
  mentionList: 'Colleagues',
  stickerNumber: 'Sticker {{number}}',
  stickersHelp: 'Tap one to send it.',
  emptyFile: '{{name}} is empty.',
  suggest: {
    button: 'Suggest a reply',
    making: 'The bot is thinking…',
    title: 'Suggestion of the bot',
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
    counted: 'Counted until {{time}}: each message costs or uses up the quota',
    closed:
      'The customer wrote too long ago for this channel. They have to write first; until then only notes are possible.',
    quota: '{{left}} of {{limit}} messages left this month',
    quotaGone: 'The messages of this month are used up.',
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
