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
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly contact: typeof contact;
  }
}
