export const session = {
  signIn: 'Sign in',
  registerPurpose: 'About 10 minutes to your first answered message. No credit card, no API key.',
  register: 'Create an account',
  password: 'Password',
  showPassword: 'Show password',
  confirm: {
    sentAgain: 'Sent again to {{email}}.',
    title: 'Confirm your email',
    first: 'This needs a confirmed email address. Open the link that we sent to {{email}}.',
    again: 'Send again',
    onItsWay: 'The email is on its way.',
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
      'You have confirmed the address without knowing the password, so someone else may have used this account. Everyone was signed out; the password, passkeys, two-step verification, API keys, webhooks, invitations and other members were removed.',
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
    channels: 'In messaging apps and on your website, in the customer’s language.',
    handover: 'When it doesn’t know, it says so and hands over to your team.',
  },
  toOutbox: 'Open unsent emails',
  outboxWhere:
    'This server doesn’t send email yet. To read unsent emails, open the link in the lines the server printed when it started.',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly session: typeof session;
  }
}
