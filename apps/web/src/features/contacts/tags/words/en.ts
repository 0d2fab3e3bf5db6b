export const tags = {
  title: 'Tags',
  purpose: 'Sort customers by tags. A group can allow one tag per customer.',
  ungrouped: 'Without a group',
  customers_one: '{{number}} customer',
  customers_other: '{{number}} customers',
  exclusive: 'One tag per customer',
  exclusiveHelp: 'A new tag of this group replaces the one the customer has.',
  emptyGroup: 'No tags in this group yet.',
  empty: 'No tags yet',
  emptyText: 'Tags mark customers, for example VIP or Regular, so that you find them again.',
  archived: 'Archived',
  archivedText: 'No longer offered. Customers who have one keep it.',
  showArchived_one: 'Show {{count}} archived tag',
  showArchived_other: 'Show {{count}} archived tags',
  hideArchived: 'Hide archived tags',
  actionsOf: 'Actions for {{name}}',
  edit: 'Edit',
  up: 'Move up',
  down: 'Move down',
  archive: 'Archive',
  archiveDone: '“{{name}}” is archived',
  restore: 'Restore',
  merge: 'Merge into another tag',
  remove: 'Delete',
  tag: {
    open: 'New tag',
    edit: 'Edit tag',
    name: 'Name',
    color: 'Color',
    group: 'Group',
    noGroup: 'No group',
  },
  group: { open: 'New group', edit: 'Edit group', name: 'Name' },
  colors: {
    gray: 'Gray',
    green: 'Green',
    blue: 'Blue',
    violet: 'Violet',
    pink: 'Pink',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
  },
  merging: {
    title: 'Merge “{{name}}”',
    into: 'Into',
    text_one:
      '{{number}} customer gets the tag you choose, and “{{name}}” is deleted. This cannot be undone.',
    text_other:
      '{{number}} customers get the tag you choose, and “{{name}}” is deleted. This cannot be undone.',
    submit: 'Merge',
    done: '“{{name}}” is now part of “{{into}}”',
  },
  removing: {
    title: 'Delete “{{name}}”?',
    text_one: '{{number}} customer loses this tag. This cannot be undone; archiving keeps it.',
    text_other: '{{number}} customers lose this tag. This cannot be undone; archiving keeps it.',
    group: 'Its tags stay, without a group.',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly tags: typeof tags;
  }
}
