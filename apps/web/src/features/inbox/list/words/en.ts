export const inboxList = {
  tabs: { snoozed: 'Snoozed' },
  filter: {
    button: 'Filter',
    active_one: '{{count}} filter',
    active_other: '{{count}} filters',
    assignee: 'Answered by',
    anybody: 'Anyone',
    nobody: 'Unassigned',
    unread: 'Unread only',
    late: 'Late only',
    sort: 'Order',
    sorts: { recent: 'Last activity', waiting: 'Waiting longest' },
    clear: 'Clear filters',
    remove: 'Remove filter: {{what}}',
  },
  find: {
    people: 'Conversations',
    messages: 'In messages',
    noMessages: 'No messages found.',
    more: 'Show more',
  },
  row: {
    select: 'Select {{name}}',
    draft: 'Draft',
    late: 'Late',
    lateSince: 'Late since {{time}}',
    due: 'Answer by {{time}}',
    waits: 'Waiting {{duration}}',
    snoozed: 'Until {{time}}',
    viewers: 'Viewing now: {{names}}',
  },
  emptySnoozed: 'Nothing is snoozed',
  empty: {
    mine: 'Conversations you take over or are assigned stay here until you resolve them.',
    waiting: 'When the bot knows no answer or a customer asks for a person, it shows up here.',
    bot: 'Here you can read along while the bot answers.',
    closed: 'Resolved conversations are listed here. They reopen when the customer writes.',
    snoozed: 'Nothing is put off. Snooze a conversation and it comes back when you want it.',
    filtered: 'Nothing fits these filters.',
  },
  menu: {
    label: 'Inbox menu',
    canned: 'Canned replies',
    report: 'Response times',
    soundOn: 'Sound for new messages: on',
    soundOff: 'Sound for new messages: off',
    select: 'Select conversations',
    notify: 'Show new messages on this computer',
    keys: 'all keys',
  },
  bulk: {
    label: 'What to do with the selection',
    count_one: '{{count}} selected',
    count_other: '{{count}} selected',
    all: 'Select all that are loaded',
    none: 'End selection',
    take: 'Take',
    read: 'Mark as read',
    done_one: 'Done with {{count}} conversation',
    done_other: 'Done with {{count}} conversations',
    failed_one: '{{count}} could not be changed',
    failed_other: '{{count}} could not be changed',
  },
  availability: {
    available: 'Available',
    away: 'Away',
    label: 'You are: {{state}}',
    goAway: 'Set yourself away',
    comeBack: 'Set yourself available',
    help: 'While you are away, no conversations are given to you.',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly inboxList: typeof inboxList;
  }
}
