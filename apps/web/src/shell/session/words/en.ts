export const session = {
  signIn: 'Sign in',
  registerPurpose: 'Ten minutes to your first answered message. No card, no keys.',
  register: 'Create an account',
  password: 'Password',
  showPassword: 'Show password',
  confirm: {
    sentAgain: 'Sent again to {{email}}.',
    title: 'Confirm your address',
    banner: 'Confirm your address: we wrote to {{email}}.',
    again: 'Send again',
    onItsWay: 'The mail is on its way.',
  },
  deletion: {
    title: 'Your account will be erased',
    banner: 'Your account will be erased on {{date}}.',
    keep: 'Keep it',
    kept: 'Your account stays.',
  },
  found: {
    title: 'What was in this account before',
    ended:
      'You have shown that the address is yours without knowing the password, so somebody else may have used this account. Everybody was signed out; the password, passkeys, two-step sign-in, API keys, web hooks, invitations and other members were removed.',
    look: 'This is still there. Look through it and delete what is not yours:',
    nothing: 'There were no bots, channels or tools.',
    bots: 'Bots',
    channels: 'Channels',
    tools: 'Tools that bots call',
    read: 'Got it',
  },
  pitch: {
    title: 'A bot that answers from your own documents.',
    documents: 'Give it a PDF. It answers with the page it found.',
    channels: 'On chat apps and on your web site, in the customer’s language.',
    handover: 'When it doesn’t know, it says so and calls a person.',
  },
  toOutbox: 'Open the outbox',
  outboxWhere:
    'This server doesn’t send email yet. To read unsent emails, open the link in the lines the server printed when it started.',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly session: typeof session;
  }
}
