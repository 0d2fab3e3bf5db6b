export const legal = {
  theOperator: 'the operator of this site',
  thePlace: 'the place its operator has chosen',
  version: 'Version of {{date}}',
  contact: 'Contact',
  template:
    'A template that comes with Hanasu. Whoever runs this installation must have it checked by a lawyer, or set TERMS_URL and PRIVACY_URL to texts of their own.',
  own: 'Read the text of the operator',
  terms: {
    title: 'Terms of use',
    service: {
      title: 'The service',
      text: '{{operator}} runs this installation of Hanasu, software for bots that answer from documents, and lets you use it under these terms.',
    },
    account: {
      title: 'Your account',
      text: 'Give true details, keep your password to yourself, and tell us when someone else uses your account. You are responsible for what your team members do in it.',
    },
    content: {
      title: 'Your content',
      text: 'Documents, bots and conversations stay yours. You let us store and process them as far as the service needs it, and you make sure that you may use them.',
    },
    answers: {
      title: 'Answers of bots',
      text: 'Bots answer automatically and can be wrong. Check what your bots say, and do not rely on them alone where a mistake could cause harm.',
    },
    conduct: {
      title: 'What is not allowed',
      text: 'No unlawful content, no unwanted messages, no attempts to get around limits or security, and nothing that the rules of LINE, Zalo, Telegram or other connected services forbid.',
    },
    payment: {
      title: 'Tokens',
      text: 'Answers of language models use tokens. What tokens cost is shown before you buy them.',
    },
    end: {
      title: 'End',
      text: 'You can delete your account at any time on the account page. We may suspend accounts that break these terms.',
    },
    liability: {
      title: 'Liability',
      text: 'The service is provided as it is. Liability is excluded as far as the law allows; mandatory rights of consumers stay.',
    },
    change: {
      title: 'Changes',
      text: 'When these terms change in an important way, we tell you before the change applies.',
    },
  },
  privacy: {
    title: 'Privacy policy',
    controller: {
      title: 'Who is responsible',
      text: '{{operator}} is responsible for personal data in this installation.',
    },
    kept: {
      title: 'What is kept',
      text: 'Name, email address, sign-in methods, sign-in times and network addresses of users; the documents, bots, customers and conversations of their accounts; which version of these texts was agreed to, and when.',
    },
    why: {
      title: 'Why',
      text: 'To provide the service, to keep it secure, to count tokens, and to send emails about the account.',
    },
    shared: {
      title: 'Who else receives data',
      text: 'Messages go through the channels that an account connects (such as LINE, Zalo or Telegram), and questions with the passages found go to the language model that is chosen for a bot. The built-in model runs on this server. Nothing is sold.',
    },
    place: { title: 'Where it is kept', text: 'Data is kept in {{place}}.' },
    duration: {
      title: 'How long',
      text: 'Until it is deleted in the application or the account is deleted; a deleted account is erased after 7 days. Copies in backups end with those.',
    },
    rights: {
      title: 'Your rights',
      text: 'You can see, correct, export and delete your data on the account page, and write to the contact below for anything else.',
    },
    customers: {
      title: 'Customers of a business',
      text: 'When you write to a business through a bot here, that business decides what happens with the conversation. Please ask it first.',
    },
    cookies: {
      title: 'Cookies',
      text: 'Only what is needed: one for signing in and one for the language. No advertising, no tracking.',
    },
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly legal: typeof legal;
  }
}
