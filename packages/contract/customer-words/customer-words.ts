import { type CustomerWords, englishWords } from './en.ts';
import { japaneseWords } from './ja.ts';
import { formalVietnameseWords, vietnameseWords } from './vi.ts';

export const CUSTOMER_LANGUAGES = ['en', 'ja', 'vi'] as const;
export type CustomerLanguage = (typeof CUSTOMER_LANGUAGES)[number];

const WORDS = { en: englishWords, ja: japaneseWords, vi: vietnameseWords } as const;

/** What customers read that no person wrote, in the shop's voice: one source for every channel. */
export const customerWords = (language: CustomerLanguage, tone?: string | null): CustomerWords =>
  language === 'vi' && tone === 'formal' ? formalVietnameseWords : WORDS[language];

/** Variables of a bot that hold the name of the business, the surest first. */
const SHOP_VARIABLES = ['business_name', 'shop_name', 'shop', 'school_name', 'company', 'company_name'];

export const isShopVariable = (name: string): boolean => SHOP_VARIABLES.includes(name.toLowerCase());

/** What the shop is called towards customers; empty: nobody has said it. */
export function shopName(variables: readonly { readonly name: string; readonly value: string }[]): string {
  const values = new Map(variables.map(({ name, value }) => [name.toLowerCase(), value.trim()]));
  return SHOP_VARIABLES.map((name) => values.get(name) ?? '').find((value) => value !== '') ?? '';
}

/** `ja-JP` is Japanese; null: a language that the product does not speak. */
export function customerLanguage(tag: string | null | undefined): CustomerLanguage | null {
  const short = tag?.slice(0, 2).toLowerCase();
  return CUSTOMER_LANGUAGES.find((language) => language === short) ?? null;
}
