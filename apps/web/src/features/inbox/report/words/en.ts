export const inboxReport = {
  title: 'Response times',
  lead: 'Your team’s response times and customer satisfaction.',
  days: 'Last {{count}} days',
  period: 'Period',
  conversations: 'Conversations',
  byPerson: 'Answered by your team',
  median: 'First response (median)',
  p90: 'First response (90%)',
  late: 'Overdue',
  waitingNow: 'Waiting now',
  satisfaction: 'Satisfaction',
  satisfactionOf: '{{answered}} of {{asked}} answered',
  who: 'Team member',
  messages: 'Messages',
  firstAnswer: 'First response',
  team: 'By team member',
  nobody: 'No one on the team replied in this period.',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly inboxReport: typeof inboxReport;
  }
}
