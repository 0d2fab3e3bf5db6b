export const bot = {
  createTitle: 'Create a bot',
  create: 'New bot',
  searchLabel: 'Search bots',
  edit: 'Edit',
  editGroup: 'Edit',
  reports_one: 'reported {{number}} time',
  reports_other: 'reported {{number}} times',
  reportReasons: {
    spam: 'Advertising or spam',
    harmful: 'Harmful or offensive',
    wrong: 'Wrong or misleading',
    rights: 'Uses something that belongs to others',
    other: 'Something else',
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly bot: typeof bot;
  }
}
