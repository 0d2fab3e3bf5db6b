export const inboxReport = {
  title: 'Response times',
  lead: 'How fast people answered, and how content customers were.',
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
  nobody: 'Nobody of the staff has answered in this time.',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly inboxReport: typeof inboxReport;
  }
}
