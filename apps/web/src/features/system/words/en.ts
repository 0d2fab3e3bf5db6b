export const outbox = {
  closed: 'This page opens with the server’s link',
  closedHelp:
    'On the computer where Hanasu runs, find the line “Mail is kept and shown at …” that the server printed when it started, and open the link in it. Each start makes a new link.',
  title: 'Outbox',
  purpose:
    'Mails that were written but not sent, because no mail server is set. Only this machine sees them.',
  list: 'Mails',
  empty: 'No mail has been written yet.',
  emptyHelp: 'Register, or ask for a new password; what would be sent appears here.',
  refresh: 'Refresh',
  back: 'All mails',
  to: 'To {{address}}',
  html: 'As sent',
  text: 'Plain text',
  content: 'Content of the mail',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly outbox: typeof outbox;
  }
}
