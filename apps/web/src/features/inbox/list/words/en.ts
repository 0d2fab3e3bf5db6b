export const inboxList = {
  tabs: { snoozed: 'Snoozed' },
  filter: {
    button: 'Filter',
    active_one: '{{count}} filter',
    active_other: '{{count}} filters',
    assignee: 'Assignee',
    anybody: 'Anyone',
    nobody: 'Unassigned',
    unread: 'Unread only',
    late: 'Overdue only',
    sort: 'Sort',
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
    late: 'Overdue',
    lateSince: 'Overdue since {{time}}',
    due: 'Respond by {{time}}',
    waits: 'Waiting {{duration}}',
    snoozed: 'Until {{time}}',
    viewers: 'Viewing now: {{names}}',
  },
  emptySnoozed: 'Nothing is snoozed',
  empty: {
    mine: 'Conversations you take over or are assigned stay here until you resolve them.',
    waiting: 'Conversations appear here when the bot has no answer or a customer asks for your staff.',
    bot: 'Read along here while the bot answers.',
    closed: 'Resolved conversations are listed here. They reopen when the customer writes.',
    snoozed: 'Snooze a conversation and it comes back at the time you choose.',
    filtered: 'No conversations match these filters.',
  },
  menu: {
    label: 'Inbox menu',
    canned: 'Canned replies',
    report: 'Response times',
    soundOn: 'Sound for new messages: on',
    soundOff: 'Sound for new messages: off',
    select: 'Select conversations',
    notify: 'Show new messages on this computer',
    keys: 'Keyboard shortcuts',
  },
  bulk: {
    label: 'Actions for the selection',
    count_one: '{{count}} selected',
    count_other: '{{count}} selected',
    all: 'Select all that are loaded',
    none: 'End selection',
    take: 'Take over',
    read: 'Mark as read',
    done_one: '{{count}} conversation updated',
    done_other: '{{count}} conversations updated',
    failed_one: '{{count}} could not be changed',
    failed_other: '{{count}} could not be changed',
  },
  availability: {
    available: 'Available',
    away: 'Away',
    label: 'You are: {{state}}',
    goAway: 'Set yourself away',
    comeBack: 'Set yourself available',
    help: 'While you are away, no conversations are assigned to you.',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly inboxList: typeof inboxList;
  }
}
