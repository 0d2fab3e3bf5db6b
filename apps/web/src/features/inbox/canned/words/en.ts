export const canned = {
  listLabel: 'Canned replies',
  nothing: 'No canned reply matches “{{query}}”.',
  none: 'No canned replies yet.',
  manage: 'Manage canned replies',
  title: 'Canned replies',
  lead: 'Replies you send often. Type / and a shortcut while you write to use one.',
  add: 'New canned reply',
  search: 'Search replies',
  shortcut: 'Shortcut',
  shortcutHelp: 'Letters, numbers, _ and -. Typed after /.',
  shortcutWrong: 'Only letters, numbers, _ and -, at most 40.',
  titleField: 'Title',
  says: 'What it says',
  text: 'Text',
  textHelp: 'These are filled in: {{list}}',
  uses_one: 'used {{count}} time',
  uses_other: 'used {{count}} times',
  edit: 'Edit {{title}}',
  remove: 'Delete {{title}}',
  removed: '“{{title}}” was deleted',
  undo: 'Undo',
  emptyTitle: 'Save the replies you use often',
  emptyText:
    'Opening hours, directions, how to cancel: type / to insert them, with the customer’s name filled in.',
  back: 'Back to the inbox',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly canned: typeof canned;
  }
}
