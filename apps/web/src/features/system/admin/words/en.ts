export const admin = {
  title: 'Server administration',
  purpose: 'Accounts, tokens, payments, reported bots and queues of this whole server.',
  parts: 'Parts of the server administration',
  tabs: { accounts: 'Accounts', tokens: 'Tokens', payments: 'Payments', bots: 'Reports', queues: 'Queues' },
  accounts: {
    search: 'Search by account, username or email',
    nothingFound: 'No account found',
    nothingFoundText: 'Try a part of the account name, or the username or email of its owner.',
    name: 'Account',
    members: 'Members',
    conversations: 'Conversations',
    size: 'Files',
    balance: 'Balance',
    lastUsed: 'Last used',
    neverUsed: 'Never used',
    suspended: 'Suspended',
    deletedOn: 'Will be erased on {{date}}',
    suspend: 'Suspend',
    suspendTitle: 'Suspend {{name}}?',
    suspendText:
      'All members are signed out, API keys and public bots stop working, and bots stop answering. Everything is kept, and incoming messages are still received. You can resume the account at any time.',
    suspendedNow: '{{name}} is suspended',
    resume: 'Resume',
    resumed: '{{name}} is active again',
  },
  erase: {
    action: 'Erase',
    title: 'Erase {{name}}?',
    text: 'The account is erased with its bots, knowledge, channels, conversations and files. This starts at once and cannot be undone.',
    typeName: 'Type the account name: {{name}}',
    otherName: 'This is not the name of the account. Nothing was erased.',
    password: 'Your password',
    done: '{{name}} is being erased',
  },
  bots: {
    none: 'No reported bots',
    noneText: 'When someone reports a public bot, the bot and the report appear here.',
    of: 'Account: {{account}}',
    hidden: 'Taken down on {{date}}',
    reports: 'Reports',
    takeDown: {
      action: 'Take down',
      title: 'Take down {{title}}?',
      text: 'The bot leaves the gallery and its public page closes. Its owner can see that it was taken down and cannot list it again.',
      done: '{{title}} was taken down',
    },
    putBack: {
      action: 'Put back',
      title: 'Put back {{title}}?',
      text: 'The bot may be shown in the gallery again, and its reports are deleted.',
      done: '{{title}} was put back',
    },
  },
  queues: {
    name: 'Queue',
    names: {
      inbound: 'Incoming messages',
      outbox: 'Outgoing messages',
      jobs: 'Background jobs',
      web_hooks: 'Webhooks',
      mails: 'Emails',
    },
    waiting: 'Queued',
    oldest: 'Oldest',
    since: 'Oldest: {{when}}',
    failed: 'Failed',
    retry: 'Try again',
    retried_one: '{{number}} item will be tried again',
    retried_other: '{{number}} items will be tried again',
    help: 'Failed: in the last 7 days. “Try again” takes up to 1,000 items at once.',
  },
  notConfirmed: 'Not confirmed',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly admin: typeof admin;
  }
}
