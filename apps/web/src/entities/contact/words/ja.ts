import type { WordsLike } from '../../../i18n/words.ts';
import type * as english from './en.ts';

export const contact = {
  visitor: '訪問者 {{number}}',
  details: {
    name: '入力された名前',
    phone: '電話番号',
    address: '住所',
    city: '市区町村',
    district: '地区',
    email: 'メールアドレス',
    birthday: '誕生日',
  },
  tags: {
    label: 'タグ',
    add: 'タグを付ける',
    create: '「{{name}}」を作成',
    removeOne: 'タグ「{{name}}」を外す',
  },
  facts: {
    displayName: '表示名',
    kana: 'フリガナ',
    owner: '担当者',
    phones: '電話番号',
    emails: 'メールアドレス',
    language: '言語',
    birthday: '誕生日',
    address: '住所',
    note: 'メモ',
  },
  address: {
    country: '国',
    postalCode: '郵便番号',
    region: '都道府県',
    city: '市区町村',
    line1: '町名・番地',
    line2: '建物名・部屋番号',
  },
  unusual: {
    phones: '電話番号として認識できません。国番号（+81など）を付けてみてください。',
    emails: 'メールアドレスとして認識できません。',
  },
  wrong: {
    number: '数値を入力してください',
    link: 'https:// または http:// で始まるURLを入力してください',
  },
  wholeDate: '日付を最後まで入力してください',
  none: '追加',
  unset: '未設定',
  another: 'さらに追加',
  addOne: '{{name}}：さらに追加',
  clear: '{{name}}：クリア',
  noOption: '見つかりません',
  notKnown: '–',
  yes: 'はい',
  no: 'いいえ',
} as const satisfies WordsLike<typeof english.contact>;
