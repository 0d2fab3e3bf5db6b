export const channelLog = {
  title: 'Delivery log',
  purpose: 'Newest first, kept for 30 days. Message text is not stored here, only its length.',
  direction: 'Direction',
  directions: { all: 'In and out', in: 'Received', out: 'Sent' },
  result: 'Result',
  results: {
    all: 'Every result',
    ok: 'Done',
    waiting: 'Waiting',
    failed: 'Failed',
    unconfirmed: 'Unconfirmed',
  },
  columns: { at: 'Time', what: 'What', result: 'Result', took: 'Took' },
  pages: 'Pages of the log',
  empty: 'Nothing yet',
  emptyText: 'Every message received or sent is listed here.',
  nothingFound: 'No matching entries',
  nothingFoundText: 'Nothing in the last 30 days matches. Choose other filters.',
  clear: 'Show everything',
  applyFailed: 'Retry all failed',
  applied_one: 'Retrying {{count}} event',
  applied_other: 'Retrying {{count}} events',
  noneFailed: 'No event has failed',
  entry: 'Log entry',
  reason: 'Cause',
  detail: 'Response',
  vendorId: 'Message ID',
  conversation: 'Open conversation',
  payload: 'Payload',
  payloadText: 'Without tokens and secrets.',
  noPayload: 'Not kept.',
  replay: 'Retry',
  replayText: 'Messages already sent are not sent again.',
  replayed: 'Retrying',
  resend: 'Resend',
  resent: 'Sending again',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly channelLog: typeof channelLog;
  }
}
