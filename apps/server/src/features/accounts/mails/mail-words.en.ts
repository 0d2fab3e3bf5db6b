import type { MailWords } from './mail-words.ts';

const NOT_YOU = 'If this was not you, choose a new password at once; that also signs out every device.';

export const EN: MailWords = {
  greeting: (name) => `Hello ${name},`,
  hello: 'Hello,',
  confirm: {
    subject: 'Confirm your e-mail address',
    paragraphs: ({ name }) => [
      `Welcome to Hanasu. Please confirm that this is the address of your account “${name}”.`,
    ],
    button: 'Confirm the address',
    note: 'The link works for three days. If you have not registered, ignore this mail: nobody can use your address without it.',
  },
  confirmChange: {
    subject: 'Confirm your new e-mail address',
    paragraphs: ({ name }) => [
      `The account “${name}” is to use this address from now on. Please confirm it.`,
    ],
    button: 'Confirm the address',
    note: 'The link works for one day. If you have not asked for this, ignore this mail and nothing changes.',
  },
  addressKnown: {
    subject: 'You have an account already',
    paragraphs: ({ name }) => [
      'Somebody, probably you, has just registered at Hanasu with this e-mail address.',
      `The address already belongs to the account “${name}”. Sign in to it, or choose a new password if you have forgotten it.`,
    ],
    button: 'Choose a new password',
    note: 'If it was not you, there is nothing to do: your account is as it was.',
  },
  changeToKnown: {
    subject: 'This address belongs to your account already',
    paragraphs: () => [
      'Somebody, probably you, wanted to use this e-mail address for another account at Hanasu.',
      'An address can belong to one account only, so nothing was changed.',
    ],
    note: 'If it was not you, there is nothing to do.',
  },
  resetPassword: {
    subject: 'Choose a new password',
    paragraphs: ({ name }) => [`You asked for a new password for your account “${name}”.`],
    button: 'Choose a new password',
    note: 'The link works for one hour and once. If you have not asked for it, ignore this mail: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: () => ['The password of your account was changed just now.', NOT_YOU],
    button: 'Choose a new password',
  },
  takenOver: {
    subject: 'What was in your account before you confirmed it',
    paragraphs: ({ name, bots, channels, tools }) => [
      `You have shown that this address is yours, without the password that the account “${name}” had. In case somebody else registered it with your address, everybody was signed out, and the password, passkeys, two-step sign-in, API keys, web hooks, invitations and other members of the account were removed.`,
      'What is still there, for you to look through and delete what is not yours:',
      `Bots: ${bots.join(', ') || 'none'}`,
      `Channels: ${channels.join(', ') || 'none'}`,
      `Tools that bots call: ${tools.join(', ') || 'none'}`,
    ],
    button: 'Open your account',
  },
  addressChanged: {
    subject: 'Your e-mail address was changed',
    paragraphs: ({ newAddress }) => [
      `Your account uses the address ${newAddress} from now on. This is the last mail to the old one.`,
      'If this was not you, somebody else can use your account: write to whoever runs this installation.',
    ],
  },
};
