export const customerFields = {
  title: 'Custom fields',
  lead: 'What you keep about customers besides name, phone and address. Everyone on the team sees them, unless you hide them.',
  empty: 'No custom fields yet.',
  add: 'Add field',
  edit: 'Edit {{name}}',
  name: 'Name',
  kind: 'Kind',
  kindFixed: 'The kind cannot be changed later.',
  kinds: {
    text: 'Text',
    number: 'Number',
    date: 'Date',
    choice: 'One option',
    multi: 'Several options',
    yesno: 'Yes or no',
    link: 'Link',
  },
  options: 'Options',
  option: 'Option {{number}}',
  addOption: 'Add option',
  removeOption: 'Remove option {{number}}',
  removedOption: 'Customers who have a removed option lose it.',
  visible: 'Visible to',
  everyone: 'Everyone on the team',
  hiddenFrom: { viewer: 'Operators, admins and owners', operator: 'Admins and owners only' },
  hidden: 'Hidden from some roles',
  earlier: 'Move {{name}} up',
  later: 'Move {{name}} down',
  archive: 'Archive {{name}}',
  restore: 'Restore {{name}}',
  archived: 'Archived. Values are kept.',
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly customerFields: typeof customerFields;
  }
}
