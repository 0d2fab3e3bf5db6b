export const contact = {
  visitor: 'Visitor {{number}}',
  details: {
    name: 'Name given',
    phone: 'Phone',
    address: 'Address',
    city: 'City',
    district: 'District',
    email: 'Email',
    birthday: 'Birthday',
  },
  tags: {
    label: 'Tags',
    add: 'Add tag',
    create: 'Create “{{name}}”',
    removeOne: 'Remove tag {{name}}',
  },
  segments: {
    label: 'Segment',
    none: 'Every segment',
    empty: 'No saved segments yet',
    snapshot: 'Snapshots',
    archived: 'Archived',
  },
  facts: {
    displayName: 'Display name',
    kana: 'Furigana',
    owner: 'Owner',
    phones: 'Phone',
    emails: 'Email',
    language: 'Language',
    birthday: 'Birthday',
    address: 'Address',
    note: 'Note',
  },
  address: {
    country: 'Country',
    postalCode: 'Postal code',
    region: 'Prefecture or province',
    city: 'City',
    line1: 'Street address',
    line2: 'Building, room',
  },
  unusual: {
    phones: 'Not recognised as a phone number. Adding the country code helps, for example +81.',
    emails: 'Not recognised as an email address.',
  },
  wrong: {
    number: 'Enter a number',
    link: 'Enter an address that begins with https:// or http://',
  },
  wholeDate: 'Enter the whole date',
  none: 'Add',
  unset: 'Not set',
  another: 'Add another',
  addOne: '{{name}}: add another',
  clear: '{{name}}: clear',
  noOption: 'Nothing found',
  notKnown: '–',
  yes: 'Yes',
  no: 'No',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly contact: typeof contact;
  }
}
