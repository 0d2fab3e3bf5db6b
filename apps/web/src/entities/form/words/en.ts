export const sendForm = {
  title: 'Send a form',
  text: 'The link is for this person alone: what they answer is stored with this customer.',
  form: 'Form',
  choose: 'Choose a form',
  none: 'No form is open now. Publish one under Forms.',
  ask: 'Ask in the chat',
  askHelp: 'The bot asks the questions one by one.',
  asked: 'The questions are being asked in the chat now.',
  sendLink: 'Send link',
  linkHelp: 'Sends a button that opens the page of the form.',
  linkSent: 'The link was sent.',
  make: 'Create link',
  link: 'Link for this person',
  until: 'Valid until {{date}}',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly sendForm: typeof sendForm;
  }
}
