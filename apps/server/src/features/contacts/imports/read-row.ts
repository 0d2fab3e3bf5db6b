import type { CustomerFieldValue, CustomerFieldView } from '@hanasu/contract/customer-fields';
import { IMPORT_LIMITS, type ImportTarget, type ROW_REASONS } from '@hanasu/contract/customer-imports';
import { CONTACTS_MAX, type PostalAddress } from '@hanasu/contract/customers';
import { CustomerId, type UserId } from '@hanasu/contract/ids';
import { japanesePostalCode, joinExtensions, plainPhone } from '@hanasu/contract/typed-formats';
import type { NumberStyle } from '@hanasu/contract/typed-numbers';
import { findOldText, isOldText, type SoughtEncoding } from '@hanasu/retrieval/extract/fonts/find-old-text';
import { isUnicodeText } from '@hanasu/retrieval/extract/fonts/old-vietnamese';
import type { CountryCode } from 'libphonenumber-js/max';
import { isLegacyEncoding, readReferences } from '../../../platform/files/legacy-text.ts';
import type { StoredContact } from '../customers/customers.store.ts';
import { normalEmail, normalPhone, phoneCountry, storedContacts } from '../customers/normalise-contacts.ts';
import {
  partsOf,
  type Read,
  readCountry,
  readDate,
  readField,
  readLanguage,
  withoutGuard,
} from './read-values.ts';
import type { RowReason } from './row-reason.ts';

/** What is said of a customer by one row; what is absent stays as it is. */
export interface RowFacts {
  id?: CustomerId;
  externalId?: string;
  displayName?: string;
  kana?: string;
  language?: string;
  birthday?: string;
  address?: Partial<PostalAddress>;
  note?: string;
  ownerId?: UserId;
  phones: readonly StoredContact[];
  emails: readonly StoredContact[];
  /** Names. */
  tags: readonly string[];
  fields: Record<string, CustomerFieldValue>;
}

export interface ReadRow {
  /** In the file. */
  readonly row: number;
  readonly facts: RowFacts;
  readonly reasons: readonly RowReason[];
}

/** How the rows of one file are read. */
export interface RowReading {
  readonly head: readonly string[];
  readonly columns: readonly (ImportTarget | null)[];
  readonly fields: readonly CustomerFieldView[];
  /** By their names in lower case. */
  readonly members: ReadonlyMap<string, UserId>;
  readonly country: CountryCode | undefined;
  /** The encoding of fonts from before Unicode that the texts of the file were written for. */
  readonly oldFont: SoughtEncoding | null;
  /** Null: a workbook. */
  readonly encoding: string | null;
  /** How numbers are written: in the account, and in columns where it was found out. */
  readonly numbers: NumberStyle;
  readonly numbersOf: ReadonlyMap<ImportTarget, NumberStyle>;
}

/** Longest text of each fact, as `Facts` and `PostalAddress` of the contract allow. */
const LONGEST: Partial<Record<ImportTarget, number>> = {
  displayName: 120,
  familyName: 60,
  givenName: 59,
  kana: 120,
  familyKana: 60,
  givenKana: 59,
  postalCode: 16,
  region: 100,
  city: 100,
  line1: 200,
  line2: 200,
  address: 200,
  externalId: 200,
};
const CONTACT_LONGEST = 254;
const TAG_LONGEST = 60;
const SHOWN_LONGEST = 80;

export const reasonOf = (
  code: RowReason['code'],
  more: Partial<Omit<RowReason, 'code'>> = {},
): RowReason => ({
  code,
  column: more.column ?? null,
  value: more.value == null ? null : more.value.slice(0, SHOWN_LONGEST).toWellFormed(),
  customers: more.customers ?? [],
  row: more.row ?? null,
});

/** The facts of a row, or each reason why it is refused. */
export function readRow(reading: RowReading, row: number, cells: readonly string[]): ReadRow {
  // A row with letters that only Unicode has is none of the old font of its file.
  const isUnicode = isUnicodeText(cells.join(' '));
  const reader = new RowReader(isUnicode ? { ...reading, oldFont: null } : reading);
  for (const [index, target] of reading.columns.entries()) {
    const text = withoutGuard(textOfCell(reading, cells[index] ?? ''))
      .normalize('NFC')
      .trim();
    if (target === null || text === '') continue;
    reader.read(target, isOneLine(target) ? joinLines(text) : text, reading.head[index] ?? '');
  }
  return { row, facts: reader.end(), reasons: reader.reasons };
}

/** Our own file may have been saved in another encoding or as a workbook since. */
const textOfCell = ({ encoding, columns }: RowReading, text: string): string =>
  isLegacyEncoding(encoding) || columns.includes('id') ? readReferences(text) : text;

/** A name or an address has one line, though its cell may have been broken into several. */
const isOneLine = (target: ImportTarget): boolean =>
  !['note', 'phones', 'emails', 'tags'].includes(target) && !target.startsWith('field:');
const joinLines = (text: string): string => text.replaceAll(/\s*[\n\v\f\r\u2028\u2029]\s*/g, ' ');

/** A name is short, so that one word has to be enough; of other texts two are. */
const NAMES: ReadonlySet<ImportTarget> = new Set(['displayName', 'familyName', 'givenName']);

class RowReader {
  readonly reasons: RowReason[] = [];
  private readonly facts: RowFacts = { phones: [], emails: [], tags: [], fields: {} };
  private readonly phones: { readonly part: string; readonly column: string }[] = [];
  private readonly emails: string[] = [];
  private readonly parts = new Map<ImportTarget, string>();
  private readonly reading: RowReading;
  private column = '';

  constructor(reading: RowReading) {
    this.reading = reading;
  }

  read(target: ImportTarget, text: string, column: string): void {
    this.column = column;
    if (text.length > (LONGEST[target] ?? IMPORT_LIMITS.characters)) this.refuse('too_long', text);
    else if (this.isOldFont(target, text)) this.refuse('old_font', text);
    else this.take(target, text);
  }

  /** Letters that are right only in a font from before Unicode are never stored. */
  private isOldFont(target: ImportTarget, text: string): boolean {
    const { oldFont } = this.reading;
    return oldFont ? isOldText(text, oldFont) : findOldText(text, NAMES.has(target) ? 1 : 2) !== null;
  }

  /** Puts together what stood in several columns. */
  end(): RowFacts {
    const { facts, parts } = this;
    const name = joined(parts.get('familyName'), parts.get('givenName'));
    const kana = joined(parts.get('familyKana'), parts.get('givenKana'));
    if (name && facts.displayName === undefined) facts.displayName = name;
    if (kana && facts.kana === undefined) facts.kana = kana;
    const address = this.address();
    if (Object.keys(address).length > 0) facts.address = address;
    const country = this.countryOf(address);
    facts.phones = storedContacts(this.phonesIn(country), (value) => normalPhone(value, country));
    facts.emails = storedContacts(this.emails, normalEmail);
    this.requireShortNote();
    if (facts.phones.length > CONTACTS_MAX || facts.emails.length > CONTACTS_MAX)
      this.reasons.push(reasonOf('too_many_contacts'));
    facts.phones = facts.phones.slice(0, CONTACTS_MAX);
    facts.emails = facts.emails.slice(0, CONTACTS_MAX);
    return facts;
  }

  private requireShortNote(): void {
    const { facts, reading } = this;
    if ((facts.note ?? '').length <= IMPORT_LIMITS.text) return;
    this.column = reading.head[reading.columns.indexOf('note')] ?? '';
    this.refuse('too_long', facts.note ?? '');
    delete facts.note;
  }

  private countryOf({ country }: Partial<PostalAddress>): CountryCode | undefined {
    return phoneCountry(country, '') ?? this.reading.country;
  }

  private take(target: ImportTarget, text: string): void {
    const { facts, parts } = this;
    if (target.startsWith('field:')) {
      this.takeField(target.slice('field:'.length), text);
      return;
    }
    if (target === 'phones') this.takePhones(text);
    else if (target === 'emails') this.takeEmails(text);
    else if (target === 'tags') this.takeTags(text);
    else if (target === 'note') facts.note = facts.note === undefined ? text : `${facts.note}\n${text}`;
    else if (target === 'birthday') this.keep(readDate(text), text, (value) => (facts.birthday = value));
    else if (target === 'language') this.keep(readLanguage(text), text, (value) => (facts.language = value));
    else if (target === 'country') this.keep(readCountry(text), text, (value) => parts.set('country', value));
    else if (target === 'id') this.takeId(text);
    else if (target === 'owner') this.takeOwner(text);
    else if (target === 'externalId') facts.externalId = text;
    else if (target === 'displayName') facts.displayName = text;
    // Half-width kana are written in full.
    else if (target === 'kana') facts.kana = text.normalize('NFKC');
    else parts.set(target, target.endsWith('Kana') ? text.normalize('NFKC') : text);
  }

  private keep<Value>(read: Read<Value>, text: string, take: (value: Value) => unknown): void {
    if ('value' in read) take(read.value);
    else this.refuse(read.reason, text);
  }

  private refuse(code: (typeof ROW_REASONS)[number], value: string | null): void {
    this.reasons.push(reasonOf(code, { column: this.column, value }));
  }

  private takeField(id: string, text: string): void {
    const field = this.reading.fields.find(({ uuid }) => uuid === id);
    const { numbers, numbersOf } = this.reading;
    const style = numbersOf.get(`field:${id}`) ?? numbers;
    if (field) this.keep(readField(field, text, style), text, (value) => (this.facts.fields[id] = value));
  }

  private takeId(text: string): void {
    const id = CustomerId.safeParse(text.toLowerCase());
    if (id.success) this.facts.id = id.data;
    else this.refuse('id_unknown', text);
  }

  private takeOwner(text: string): void {
    const owner = this.reading.members.get(text.toLowerCase());
    if (owner) this.facts.ownerId = owner;
    else this.refuse('owner_unknown', text);
  }

  private takePhones(text: string): void {
    // An extension belongs to the number before it: `03-1234-5678;ext=12`, `03-1234-5678、内線12`.
    for (const part of partsOf(joinExtensions(text))) this.phones.push({ part, column: this.column });
  }

  /** Once the country of the row is known. Spreadsheets take the first zero from a number: 9012345678 is 090-1234-5678. */
  private phonesIn(country: CountryCode | undefined): string[] {
    return this.phones.flatMap(({ part, column }) => {
      const isShort = part.length <= CONTACT_LONGEST;
      const digits = plainPhone(part);
      if (/^[1-9]\d{8,9}$/.test(digits) && normalPhone(`0${digits}`, country) !== null) return `0${digits}`;
      if (isShort && normalPhone(part, country) !== null) return part;
      this.reasons.push(reasonOf('phone_invalid', { column, value: part }));
      return [];
    });
  }

  private takeEmails(text: string): void {
    for (const part of partsOf(text)) {
      if (part.length > CONTACT_LONGEST || normalEmail(part) === null) this.refuse('email_invalid', part);
      else this.emails.push(part);
    }
  }

  private takeTags(text: string): void {
    const [tags = [], long = []] = split(partsOf(text), (tag) => tag.length <= TAG_LONGEST);
    for (const tag of long) this.refuse('tag_name_invalid', tag);
    this.facts.tags = [...new Set([...this.facts.tags, ...tags])];
  }

  private address(): Partial<PostalAddress> {
    const { parts } = this;
    const address: Partial<PostalAddress> = {};
    for (const part of ['postalCode', 'region', 'city', 'line1', 'line2', 'country'] as const) {
      const text = parts.get(part);
      if (text !== undefined) address[part] = part === 'postalCode' ? postalCodeOf(text) : text;
    }
    const whole = parts.get('address');
    return whole === undefined ? address : { ...splitAddress(whole), ...address };
  }
}

const split = <Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];

/** Family name first, as in Japan and Vietnam. */
function joined(family: string | undefined, given: string | undefined): string | null {
  const parts = [family, given].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** Codes of Japan as 530-0001; those of other countries as they are, in one width. */
const postalCodeOf = (text: string): string => japanesePostalCode(text) ?? text.normalize('NFKC');

const PREFECTURE = /^(東京都|北海道|(?:京都|大阪)府|(?:神奈川|和歌山|鹿児島)県|\p{Script=Han}{2}県)(.+)$/u;

/** A Japanese address begins with its prefecture; others are one line. */
function splitAddress(text: string): Partial<PostalAddress> {
  const [, first, behind = text] = /^(〒?\s*\S+)\s+(.+)$/su.exec(text) ?? [];
  const code = first === undefined ? null : japanesePostalCode(first);
  const rest = code === null ? text : behind;
  const [, region, line1 = rest] = PREFECTURE.exec(rest) ?? [];
  return {
    ...(code ? { postalCode: code } : {}),
    ...(region ? { region, country: 'JP' } : {}),
    line1,
  };
}
