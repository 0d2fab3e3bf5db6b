export const privacy = {
  export: 'Export everything',
  exportText:
    'A zip with everything of this account: bots, documents with their files, customers, conversations, tokens. No passwords or keys. A mail tells you when it is ready.',
  exportOwner: 'Only the owner of the account can export it.',
  startExport: 'Start an export',
  statuses: {
    queued: 'Waiting',
    running: 'Being made',
    ready: 'Ready',
    failed: 'Failed',
    cancelled: 'Stopped',
  },
  until: 'until {{date}}',
  progress: 'Progress of the export',
  stop: 'Stop',
  download: 'Download',
  delete: 'Delete yourself',
  deleteText: 'Seven days later everything goes. Until then you can sign in and change your mind.',
  goesAccounts: 'Your accounts go with bots, knowledge, customers and conversations.',
  goesChannels: 'Their channels stop answering.',
  goesPerson: 'You leave every team, and your name, address and picture are erased.',
  typeName: 'Type your user name, {{name}}, to confirm',
  deleteAction: 'Delete me',
  deleteAt: 'Everything will be erased on {{date}}',
  keep: 'Keep my account',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly privacy: typeof privacy;
  }
}
