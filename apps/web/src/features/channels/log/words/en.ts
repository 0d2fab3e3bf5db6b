export const channelLog = {
  title: 'Delivery log',
  purpose: 'Newest first, kept for 30 days. What people wrote is not in it, only how long it was.',
  direction: 'Direction',
  directions: { all: 'In and out', in: 'Came in', out: 'Went out' },
  result: 'Result',
  results: {
    all: 'Every result',
    ok: 'Done',
    waiting: 'Waiting',
    failed: 'Failed',
    unconfirmed: 'Not confirmed',
  },
  columns: { at: 'Time', what: 'What', result: 'Result', took: 'Took' },
  pages: 'Pages of the log',
  empty: 'Nothing yet',
  emptyText: 'Every message received or sent is listed here.',
  nothingFound: 'Nothing like that',
  nothingFoundText: 'In the last 30 days nothing matches. Choose other filters.',
  clear: 'Show everything',
  applyFailed: 'Retry all failed',
  applied_one: '{{count}} event is applied again',
  applied_other: '{{count}} events are applied again',
  noneFailed: 'No event has failed',
  entry: 'Line of the log',
  reason: 'Cause',
  detail: 'What was said',
  vendorId: 'Their id',
  conversation: 'Open conversation',
  payload: 'Payload',
  payloadText: 'Without tokens and secrets.',
  noPayload: 'Not kept.',
  replay: 'Apply again',
  replayText: 'Messages already sent are not sent again.',
  replayed: 'It is applied again',
  resend: 'Resend',
  resent: 'It is sent again',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly channelLog: typeof channelLog;
  }
}
