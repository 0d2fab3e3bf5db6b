export const privacy = {
  export: 'Export everything',
  exportText:
    'A zip file with everything in this account: bots, documents with their files, customers, conversations and token history. Passwords and keys are not included. We email you when it is ready.',
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
  delete: 'Delete account',
  deleteText: 'Everything is deleted after 7 days. Until then you can sign in and cancel.',
  goesAccounts: 'Your accounts go with bots, knowledge, customers and conversations.',
  goesChannels: 'Their channels stop answering.',
  goesPerson: 'You leave every team; your name, email and picture are erased.',
  typeName: 'Type your username, {{name}}, to confirm',
  deleteAction: 'Delete my account',
  deleteAt: 'Everything will be erased on {{date}}',
  keep: 'Keep my account',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly privacy: typeof privacy;
  }
}
