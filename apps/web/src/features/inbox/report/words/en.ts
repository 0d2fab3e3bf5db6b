export const inboxReport = {
  title: 'Response times',
  lead: 'Your team’s response times and customer satisfaction.',
  days: 'Last {{count}} days',
  period: 'Period',
  conversations: 'Conversations',
  byPerson: 'Answered by a person',
  median: 'First answer, half within',
  p90: 'First answer, 9 of 10 within',
  late: 'Late answers',
  waitingNow: 'Waiting now',
  satisfaction: 'Satisfaction',
  satisfactionOf: '{{answered}} of {{asked}} answered',
  who: 'Colleague',
  messages: 'Messages',
  firstAnswer: 'First answer',
  team: 'By colleague',
  nobody: 'No one on the team replied in this period.',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly inboxReport: typeof inboxReport;
  }
}
