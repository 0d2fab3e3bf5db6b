export const outbox = {
  closed: 'This page opens with the server’s link',
  closedHelp:
    'On the computer where Hanasu runs, find the line “Mail is kept and shown at …” that the server printed when it started, and open the link in it. Each start creates a new link.',
  title: 'Unsent emails',
  purpose:
    'Emails this server wrote but did not send, because no email server is set up. Visible on this machine only.',
  list: 'Emails',
  empty: 'No emails yet.',
  emptyHelp: 'Register, or ask for a new password; what would be sent appears here.',
  refresh: 'Refresh',
  back: 'All emails',
  to: 'To {{address}}',
  html: 'As sent',
  text: 'Plain text',
  content: 'Email content',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly outbox: typeof outbox;
  }
}
