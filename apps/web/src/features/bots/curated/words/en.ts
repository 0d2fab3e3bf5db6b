export const curated = {
  purpose:
    'Write your own answers to frequent questions. The bot sends them word for word, instantly, without using tokens. Changes take effect immediately; no need to publish.',
  list: 'Prepared answers',
  empty: 'Add prepared answers to frequent questions',
  emptyText:
    'For example opening hours, prices or directions: whoever asks just that gets your text, word for word.',
  add: 'Add a prepared answer',
  full: 'A bot can have {{most}} answers. Delete one to add another.',
  search: 'Search answers',
  switch: 'Use the answer to “{{question}}”',
  edit: 'Edit the answer to “{{question}}”',
  remove: 'Delete the answer to “{{question}}”',
  removeTitle: 'Delete this answer?',
  removeText: '“{{question}}” will be answered by the model again.',
  removed: 'The answer was deleted',
  newTitle: 'New answer',
  editTitle: 'Edit answer',
  questions: 'Questions',
  questionsHelp:
    'One per line, in every language that customers write. Politeness and spelling may differ; for another way to ask add another line.',
  questionsExample: 'What are your opening hours?\nWhen are you open?',
  tooManyQuestions: 'At most {{maximum}} questions.',
  questionTooLong: 'At most {{maximum}} characters a line. Too long: “{{start}}…”',
  answer: 'Answer',
  answerHelp: 'Every customer gets it exactly like this.',
  save: 'Save',
  saved: 'Saved',
  try: 'Try a question',
  tryHelp: 'See which answer a customer would get. Uses no tokens.',
  tryAction: 'Try',
  tryHit: 'Fits “{{question}}”. The customer gets:',
  tryMiss: 'None of your answers fits, so the model would answer.',
  tryWrite: 'Write an answer to it',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly curated: typeof curated;
  }
}
