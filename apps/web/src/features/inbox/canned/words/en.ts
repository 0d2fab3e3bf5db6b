export const canned = {
  listLabel: 'Canned replies',
  nothing: 'No reply fits “{{query}}”.',
  none: 'No canned replies yet.',
  manage: 'Manage canned replies',
  title: 'Canned replies',
  lead: 'Answers you give often. Type / and a shortcut while you write to use one.',
  add: 'New reply',
  search: 'Search replies',
  shortcut: 'Shortcut',
  shortcutHelp: 'Letters, numbers, _ and -. Typed after /.',
  shortcutWrong: 'Only letters, numbers, _ and -, at most 40.',
  titleField: 'Title',
  text: 'Text',
  textHelp: 'These are filled in: {{list}}',
  uses_one: 'used {{count}} time',
  uses_other: 'used {{count}} times',
  edit: 'Edit {{title}}',
  remove: 'Delete {{title}}',
  removed: '“{{title}}” was deleted',
  undo: 'Undo',
  emptyTitle: 'Write an answer once, use it every day',
  emptyText:
    'Opening hours, the way to the shop, how to cancel: with / you have it in the composer at once, with the name of the customer filled in.',
  back: 'Back to the inbox',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly canned: typeof canned;
  }
}
