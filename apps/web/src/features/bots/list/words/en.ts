export const botList = {
  channels_one: '{{count}} channel',
  channels_other: '{{count}} channels',
  channel: '{{name}} · {{kind}}',
  facts: '{{model}} · {{knowledge}}',
  sample_one: 'Sample text left in {{count}} place',
  sample_other: 'Sample text left in {{count}} places',
  today: 'conversations today',
  alone: 'Resolved by the bot alone: {{share}}',
  answeredBy:
    'Bot alone {{botOnly}}, bot and team {{botAndStaff}}, team {{staffOnly}}, unanswered {{unanswered}} of {{total}} conversations in 7 days',
  week: 'Conversations of the last seven days: {{counts}}',
  unseen: 'Customers do not see it yet',
  continue: 'Continue',
  filter: 'State',
  all: 'All {{count}}',
  in: { live: 'Live {{count}}', paused: 'Paused {{count}}', draft: 'Draft {{count}}' },
  sort: 'Order',
  sorts: { busy: 'Most conversations', new: 'Newest', name: 'Name' },
  noneInState: 'No bot in this state.',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly botList: typeof botList;
  }
}
