export const forms = {
  title: 'Forms',
  purpose: 'Ask customers for what you need, on a page or in the chat, and collect the answers.',
  empty: 'No forms yet',
  emptyText: 'A form has a page of its own. What customers answer can fill in their record.',
  search: 'Search forms',
  showArchived: 'Show archived forms',
  noneArchived: 'No archived forms',
  create: 'New form',
  createTitle: 'Create a form',
  createAction: 'Create form',
  template: 'Start with',
  templates: {
    empty: { name: 'Empty form', text: 'Your own questions from the start' },
    contact: { name: 'Contact form', text: 'Name, email, topic and message' },
    reservation: { name: 'Reservation request', text: 'Date, time, service, contact details' },
    questionnaire: { name: 'Customer survey', text: 'Satisfaction and comments' },
    application: { name: 'Job application', text: 'Contact details, work and CV' },
    school: { name: 'School inquiry', text: 'Courses, brochure or trial lesson' },
  },
  name: 'Name',
  nameHelp: 'Only your team sees this name.',
  language: 'Language of the texts',
  languageHelp: 'You can add more languages later.',
  state: 'Status',
  states: {
    draft: 'Draft',
    open: 'Open',
    closed: 'Closed',
    full: 'Full',
    early: 'Not open yet',
    over: 'Ended',
  },
  noVersion: 'Not published yet',
  version: 'Version {{number}}',
  hasChanges: 'Changes not published',
  submissions: 'Submissions',
  fresh_one: '{{number}} new',
  fresh_other: '{{number}} new',
  createdBy: 'Created by',
  copy: 'Copy address',
  copied: 'Address copied',
  open: 'Open the public page',
  close: 'Close the form',
  closed: '“{{name}}” is closed',
  reopen: 'Reopen the form',
  reopened: '“{{name}}” is open again',
  archive: 'Archive',
  archived: '“{{name}}” is archived',
  restore: 'Restore',
  delete: 'Delete form',
  deleteTitle: 'Delete “{{name}}”?',
  deleteText_one:
    '{{number}} submission and its files are deleted too. What it filled in for the customer stays. This cannot be undone.',
  deleteText_other:
    '{{number}} submissions and their files are deleted too. What they filled in for customers stays. This cannot be undone.',
  deleteEmptyText: 'The form has no submissions. This cannot be undone.',
  deleted: '“{{name}}” is deleted',
} as const;

export const shareForm = {
  open: 'Share',
  title: 'Share “{{name}}”',
  address: 'Address of the form',
  copy: 'Copy address',
  qr: 'QR code of the form',
  saveQr: 'Save QR code',
  conversation: 'Send to a conversation',
  conversationText: 'Open a conversation in the inbox; the form is chosen already.',
  menu: 'Put on a rich menu',
  menuText: 'Choose a menu and an area. With the action “Open a form”, this form is chosen already.',
  bot: 'Give to a bot',
  botText: 'The bot asks the questions in the chat when a customer needs the form.',
  chooseBot: 'Choose a bot',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly forms: typeof forms;
    readonly shareForm: typeof shareForm;
  }
}
