export const budgets = {
  title: 'Token budget',
  open: 'Open budgets',
  text: 'A budget limits the tokens that your account, or the answers of a bot or an API key, may use per day or month, and sets what happens at the limit.',
  empty: 'No budgets yet',
  emptyText:
    'Set a limit per day or month, so that a busy day does not use more tokens than you planned. You are notified before it is reached.',
  noneOfTarget: 'No budget yet',
  account: 'Whole account',
  bot: 'Bot: {{name}}',
  key: 'API key: {{name}}',
  periods: { day: 'Per day', month: 'Per month' },
  used: '{{spent}} of {{limit}} tokens ({{share}})',
  facts: {
    day: 'budget per day: {{spent}} of {{limit}} ({{share}}), at the limit: {{action}}',
    month: 'budget per month: {{spent}} of {{limit}} ({{share}}), at the limit: {{action}}',
  },
  levels: { near: '{{share}} reached', short: 'Almost used up', reached: 'Limit reached' },
  attention: 'Token budget ({{name}}): {{level}}',
  more_one: 'And {{count}} more budget.',
  more_other: 'And {{count}} more budgets.',
  startsAgain: 'Starts again on {{time}}',
  effects: {
    warns: 'Warns the owner and admins at {{warning}}.',
    warned: 'The owner and admins have been warned.',
    economyFrom: 'From {{warning}} on, the economy model answers.',
    economyFromSome: 'From {{warning}} on, bots with an economy model answer with it.',
    economyNow: 'The economy models are answering now.',
    economyNowSome: 'Bots with an economy model are answering with it now.',
    economyNowBot: 'The economy model is answering now.',
    limitWarn: 'At the limit nothing is stopped.',
    limitBuiltin: 'At the limit the built-in model answers, which uses no tokens.',
    limitPause: 'At the limit the bots pause: prepared answers only, other questions wait for your team.',
    limitPauseBot: 'At the limit the bot pauses: prepared answers only, other questions wait for your team.',
    limitPauseKey: 'At the limit calls with this key are refused (status 429).',
    reachedWarn: 'Limit reached; nothing is stopped.',
    reachedBuiltin: 'The built-in model answers until {{time}}.',
    reachedPause: 'Paused until {{time}}: prepared answers only, other questions wait for your team.',
    reachedPauseKey: 'Paused until {{time}}: calls with this key are refused (status 429).',
    shortBuiltin: 'What is left is too little for some questions. The built-in model answers those.',
    shortPause:
      'What is left is too little for some questions. They get prepared answers only, or wait for your team.',
    shortPauseKey: 'What is left is too little for some calls with this key. They are refused (status 429).',
  },
  precedence: {
    pause: '“{{name}}” takes precedence: paused until {{time}}.',
    builtin: '“{{name}}” takes precedence: the built-in model answers until {{time}}.',
    cheaper: '“{{name}}” takes precedence: economy models answer.',
    exceptions: 'A stricter budget takes precedence for: {{names}}.',
  },
  noEconomy: {
    title_one: '{{count}} bot has no usable economy model',
    title_other: '{{count}} bots have no usable economy model',
    text: 'Nothing gets cheaper there: the bot’s own model answers until the limit. Choose an economy model in the bot’s Model section and publish it:',
    more_one: 'and {{count}} more',
    more_other: 'and {{count}} more',
  },
  add: 'Add budget',
  addTitle: 'New budget',
  added: 'Budget added',
  edit: 'Edit budget: {{name}}',
  editTitle: 'Edit budget',
  for: 'What is the budget for?',
  kinds: { account: 'Whole account', bot: 'A bot', key: 'An API key' },
  which: { bot: 'Bot', key: 'API key' },
  choose: 'Choose',
  none: { bot: 'No bots found', key: 'No API keys found' },
  period: 'Period',
  periodHelp: 'Calendar days and months in the time zone of your account: {{zone}}.',
  limit: 'Limit in tokens',
  limitHelp:
    'Tokens that this period has used already count. Calls with your own model keys use no tokens and do not count.',
  usedSoFar: {
    day: 'Used so far today: {{spent}} tokens.',
    month: 'Used so far this month: {{spent}} tokens.',
  },
  answerCosts: 'One answer costs about {{tokens}} tokens.',
  belowAnswer:
    'The limit is below the cost of one answer (about {{tokens}} tokens): answers may break off or not be given at all.',
  exceeded: {
    title: 'This limit is already reached',
    day: 'Today {{spent}} tokens have been used; the limit is {{limit}}. As soon as you save:',
    month: 'This month {{spent}} tokens have been used; the limit is {{limit}}. As soon as you save:',
    save: 'Save anyway',
  },
  action: 'What the budget does',
  precedenceHelp:
    'Where several reached budgets apply to a bot, the strictest counts: pause, then built-in model, then economy model.',
  actions: { warn: 'Only warn', cheaper: 'Economy model', builtin: 'Built-in model', pause: 'Pause' },
  actionHelp: {
    warn: 'The owner and admins are notified at {{warning}} and at the limit, as with every budget. Nothing is stopped.',
    cheaper:
      'From {{warning}} on, bots answer with their economy model; at the limit they pause. A bot without an economy model keeps its own model until the limit. Choose it in the bot editor under “Model”.',
    builtin: 'At the limit the built-in model answers: it quotes your documents and uses no tokens.',
    pause: 'At the limit bots give prepared answers only; other questions wait for your team.',
  },
  exists: {
    day: 'There is already a budget per day for this. Edit that one, or choose another period.',
    month: 'There is already a budget per month for this. Edit that one, or choose another period.',
  },
  raise: 'Raise limit',
  raiseOf: 'Raise limit: {{name}}',
  remove: 'Remove',
  removeOf: 'Remove budget: {{name}}',
  removeTitle: {
    day: 'Remove the budget per day of “{{name}}”?',
    month: 'Remove the budget per month of “{{name}}”?',
  },
  removeText: 'The limit ends at once. Tokens are not affected.',
  removed: 'Budget removed',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly budgets: typeof budgets;
  }
}
