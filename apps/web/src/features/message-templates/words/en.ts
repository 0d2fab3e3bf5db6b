export const messageTemplates = {
  title: 'Message templates',
  purpose: 'Messages with pictures, cards and buttons, composed once and sent wherever you need them.',
  empty: 'No message templates yet',
  emptyText: 'Compose a message once, then send it from the inbox, by a keyword, a rule or a rich menu.',
  search: 'Search templates',
  create: 'New template',
  createTitle: 'Create a message template',
  createAction: 'Create template',
  name: 'Name',
  nameHelp: 'Only your team sees it.',
  startWith: 'Start with',
  starts: {
    picture: { name: 'Text and picture', text: 'A greeting with the customer’s name, and a picture' },
    products: { name: 'Product cards', text: 'Three products to swipe through' },
    coupon: { name: 'Coupon', text: 'An offer with its last day and a button' },
    survey: { name: 'Survey', text: 'One question, answered by a tap' },
    rich: { name: 'Rich message', text: 'A large picture that can be tapped' },
    empty: { name: 'Empty', text: 'Begin from nothing' },
  },
  start: { hello: 'Hello {{name}},' },
  content: 'Content',
  changed: 'Last changed',
  problems_one: '{{count}} thing is missing',
  problems_other: '{{count}} things are missing',
  copyName: '{{name}} (copy)',
  duplicate: 'Duplicate',
  delete: 'Delete',
  deleteTitle: 'Delete “{{name}}”?',
  deleteText:
    'All its versions are deleted. Rules, rich menus and forms that send it will skip that step. Messages that were sent stay.',
  deleted: '“{{name}}” deleted',
  lookAgain: 'Not saved yet: some fields need another look.',
  saved: 'Saved as version {{number}}',
  conflict: '{{name}} has changed this template in the meantime',
  conflictText: 'What you typed is still here.',
  takeTheirs: 'Use their version',
  keepMine: 'Save mine as a new version',
  resumed: 'Your unsaved changes from before are here.',
  versions: 'Versions',
  version: 'Version {{number}}',
  current: 'Current',
  look: 'View',
  restore: 'Restore',
  restored: 'Version {{number}} restored as version {{next}}',
  saveFirst: 'Save or discard your changes before you restore a version.',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly messageTemplates: typeof messageTemplates;
  }
}
