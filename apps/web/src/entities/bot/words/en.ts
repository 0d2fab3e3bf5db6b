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
  states: { draft: 'Draft', live: 'Live', changed: 'Unpublished changes', paused: 'Paused' },
  publish: 'Publish',
  resume: 'Resume',
  connect: { draft: 'Publish and connect', paused: 'Resume and connect' },
  replaceSample: 'Replace the sample text',
  allowLinks: {
    why: 'An address of {{host}} is shown as plain text, because answers may not link there yet.',
    allow: 'Allow links',
    nextAsk: 'Answers may link to {{host}} now. Ask again to see the link.',
    nextPublish: 'Answers of the draft may link to {{host}}. Customers get the link once you publish.',
    publish: 'Go to publishing',
    ask: 'Ask again',
  },
  notLive: {
    bot: {
      not_published: 'This bot is not published yet, so customers get no answers.',
      paused: 'This bot is paused, so customers get no answers.',
    },
    group: {
      not_published: 'No bot of this group is published yet, so customers get no answers.',
      paused: 'Every bot of this group is paused or a draft, so customers get no answers.',
    },
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly bot: typeof bot;
  }
}
