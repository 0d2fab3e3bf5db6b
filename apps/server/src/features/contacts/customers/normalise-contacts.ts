import { domainToASCII } from 'node:url';
import type { PostalAddress } from '@hanasu/contract/customers';
import { japanesePostalCode, plainEmail, plainPhone } from '@hanasu/contract/typed-formats';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { StoredContact } from './customers.store.ts';

/** What a number without its country is read as. */
const COUNTRY_OF_ZONE: Readonly<Record<string, CountryCode>> = {
  'Asia/Tokyo': 'JP',
  'Asia/Ho_Chi_Minh': 'VN',
  'Asia/Saigon': 'VN',
};

/** The country of a person's address, else that of the account's time zone; undefined: none is known. */
export function phoneCountry(address: string | undefined, timeZone: string): CountryCode | undefined {
  if (address && isSupportedCountry(address)) return address;
  return COUNTRY_OF_ZONE[timeZone];
}

/** E.164 of a number as people write it, with its extension as RFC 3966 does (`;ext=12`); null: not a valid one. */
export function normalPhone(value: string, country: CountryCode | undefined): string | null {
  const phone = parsePhoneNumberFromString(plainPhone(value), country);
  if (!phone?.isValid()) return null;
  return phone.ext ? `${phone.number};ext=${phone.ext}` : phone.number;
}

/** Its postal code of Japan as 530-0001; the rest as it was typed. */
export function normalAddress(address: PostalAddress): PostalAddress {
  const code = address.country === 'JP' ? japanesePostalCode(address.postalCode) : null;
  return code === null ? address : { ...address, postalCode: code };
}

/** Mail systems ignore case in practice, and carriers in Japan gave out addresses like `a..b@`: those are kept. */
const ADDRESS = /^([^\s@<>(),;:\\"[\]]{1,64})@([^\s@]{1,253})$/u;

/** The form in which two spellings of an address are the same; null: not an address. */
export function normalEmail(value: string): string | null {
  const [, local, host] = ADDRESS.exec(plainEmail(value)) ?? [];
  const domain = host && domainToASCII(host.toLowerCase());
  return local && domain?.includes('.') ? `${local.toLowerCase()}@${domain}` : null;
}

/** As they are stored: each once, as it was typed and as it is compared. */
export function storedContacts(
  values: readonly string[],
  normal: (value: string) => string | null,
): StoredContact[] {
  const contacts = values.map((value) => ({ value, normal: normal(value) }));
  return contacts.filter(
    (one, index) =>
      contacts.findIndex((other) => (other.normal ?? other.value) === (one.normal ?? one.value)) === index,
  );
}
