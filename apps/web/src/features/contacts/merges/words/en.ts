export const merges = {
  open: 'Merge',
  title: 'Merge two customers',
  text: 'Both keep their channels and conversations; they become one customer. You can undo this for 30 days.',
  kept: 'Keep the record of',
  first: '{{name}} (older)',
  second: '{{name}} (newer)',
  nothingDiffers: 'No conflicts. Details from both records are kept.',
  notes: 'The notes of both are kept, one below the other.',
  submit: 'Merge customers',
  done: '{{name}}: two customers are now one',
  undone: 'They are two customers again',
  merged: 'Merged with another customer on {{date}}',
  mergedBy: 'Merged with another customer on {{date}} by {{name}}',
  undo: 'Undo (until {{date}})',
  duplicates: {
    open_one: '{{count}} possible duplicate',
    open_other: '{{count}} possible duplicates',
    title: 'Possible duplicates',
    text: 'These customers share a phone number, an email address, a sign-in on your website or a name. Compare them before you merge them.',
    none: 'No duplicates found',
    noneText: 'Customers with the same phone number, email address or name appear here.',
    more: '{{count}} more will appear when you have looked at these.',
    both: '{{one}} and {{other}}',
    same: {
      phone: 'Same phone: {{value}}',
      email: 'Same email: {{value}}',
      identity: 'Same sign-in on your website: {{value}}',
      name: 'Same name: {{value}}',
    },
    compare: 'Compare and merge',
    apart: 'Different people',
  },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly merges: typeof merges;
  }
}
