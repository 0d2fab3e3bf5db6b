import type { Locale } from '@hanasu/contract/accounts';
import type { CustomerFieldView } from '@hanasu/contract/customer-fields';
import type { ImportTarget } from '@hanasu/contract/customer-imports';
import { foldForSearch } from '@hanasu/contract/text';

/** How people and their tools head a column, in each language; an export writes the first one. */
export const COLUMN_NAMES = {
  id: { en: ['Customer ID'], ja: ['顧客ID'], vi: ['Mã khách hàng'] },
  externalId: {
    en: ['External ID', 'User ID'],
    ja: ['外部ID', 'ユーザーID'],
    vi: ['Mã ngoài', 'ID người dùng'],
  },
  displayName: {
    en: ['Name', 'Full name', 'Customer', 'Customer name', 'Display name'],
    ja: ['氏名', '名前', 'お名前', '顧客名', 'お客様名', '姓名', '表示名', '宛名', '会員名'],
    vi: ['Họ tên', 'Họ và tên', 'Tên khách hàng', 'Khách hàng', 'Tên đầy đủ'],
  },
  familyName: {
    en: ['Last name', 'Family name', 'Surname'],
    ja: ['姓', '苗字', '名字', '氏'],
    vi: ['Họ', 'Họ đệm', 'Họ và tên đệm'],
  },
  givenName: { en: ['First name', 'Given name'], ja: ['名'], vi: ['Tên'] },
  kana: {
    en: ['Furigana', 'Kana'],
    ja: [
      'フリガナ',
      'ふりがな',
      'カナ',
      'かな',
      '氏名カナ',
      '氏名フリガナ',
      '名前カナ',
      'ヨミガナ',
      '読み',
      'カナ氏名',
    ],
    vi: ['Furigana', 'Phiên âm'],
  },
  familyKana: { en: [], ja: ['セイ', 'せい', '姓カナ', '姓フリガナ', '姓かな', '姓ふりがな'], vi: [] },
  givenKana: { en: [], ja: ['メイ', 'めい', '名カナ', '名フリガナ', '名かな', '名ふりがな'], vi: [] },
  phones: {
    en: [
      'Phone',
      'Phone number',
      'Telephone',
      'Tel',
      'Mobile',
      'Mobile phone',
      'Cell phone',
      'Mobile number',
    ],
    ja: [
      '電話番号',
      '電話',
      '携帯電話',
      '携帯番号',
      '携帯',
      'TEL',
      '連絡先',
      '携帯電話番号',
      '固定電話',
      '自宅電話番号',
    ],
    vi: ['Số điện thoại', 'Điện thoại', 'SĐT', 'ĐT', 'Di động', 'Số ĐT', 'Điện thoại di động', 'Số di động'],
  },
  emails: {
    en: ['Email', 'E-mail', 'Email address', 'Mail', 'Mail address'],
    ja: ['メールアドレス', 'メール', 'Eメール', '電子メール', 'メアド', 'E-mailアドレス'],
    vi: ['Email', 'Địa chỉ email', 'Thư điện tử'],
  },
  birthday: {
    en: ['Birthday', 'Date of birth', 'Birth date', 'DOB'],
    ja: ['誕生日', '生年月日', 'お誕生日'],
    vi: ['Ngày sinh', 'Sinh nhật', 'Ngày tháng năm sinh'],
  },
  language: { en: ['Language'], ja: ['言語', '使用言語'], vi: ['Ngôn ngữ'] },
  postalCode: {
    en: ['Postal code', 'Zip code', 'Zip', 'Postcode'],
    ja: ['郵便番号', '〒'],
    vi: ['Mã bưu chính', 'Mã bưu điện'],
  },
  region: {
    en: ['Prefecture', 'Province', 'State', 'Region'],
    ja: ['都道府県', '住所(都道府県)', '都道府県名'],
    vi: ['Tỉnh/Thành phố', 'Tỉnh', 'Tỉnh thành', 'Thành phố/Tỉnh'],
  },
  city: {
    en: ['City', 'Town', 'City or ward'],
    ja: ['市区町村', '市町村', '市区郡', '市区町村名'],
    vi: ['Phường/Xã', 'Thành phố', 'Quận/Huyện', 'Phường', 'Xã'],
  },
  line1: {
    en: ['Address line 1', 'Street', 'Street address', 'Address 1'],
    ja: ['番地', '町名番地', '住所1', '丁目番地', '町域'],
    vi: ['Số nhà, đường', 'Địa chỉ 1', 'Đường', 'Số nhà'],
  },
  line2: {
    en: ['Address line 2', 'Building', 'Apartment', 'Address 2'],
    ja: ['建物名', '建物', 'マンション名', '住所2', '建物名・部屋番号', 'ビル名'],
    vi: ['Tòa nhà', 'Địa chỉ 2', 'Căn hộ'],
  },
  country: { en: ['Country'], ja: ['国', '国名'], vi: ['Quốc gia', 'Nước'] },
  address: {
    en: ['Address', 'Full address'],
    ja: ['住所', 'ご住所', '所在地'],
    vi: ['Địa chỉ', 'Địa chỉ đầy đủ'],
  },
  note: {
    en: ['Note', 'Notes', 'Memo', 'Remarks', 'Comment'],
    ja: ['メモ', '備考', '備考欄', 'コメント', '特記事項'],
    vi: ['Ghi chú', 'Chú thích'],
  },
  owner: {
    en: ['Customer owner', 'Owner', 'Staff', 'Assigned to'],
    ja: ['顧客担当者', '担当者', '担当'],
    vi: ['Người phụ trách khách hàng', 'Người phụ trách', 'Phụ trách'],
  },
  tags: { en: ['Tags', 'Tag', 'Labels'], ja: ['タグ', 'ラベル'], vi: ['Nhãn', 'Thẻ', 'Tag'] },
} as const satisfies Record<Exclude<ImportTarget, `field:${string}`> & string, NamesIn>;
type NamesIn = Readonly<Record<Locale, readonly string[]>>;

/** Several columns can be one of these: each adds to it. */
export const SEVERAL: ReadonlySet<ImportTarget> = new Set(['phones', 'emails', 'tags', 'note']);

const compare = (text: string): string => foldForSearch(text).replaceAll(/[\s\p{P}\p{S}]+/gu, '');
/** 〒 alone is a sign, and "電話番号1" one of several. */
const nameOf = (head: string): string => compare(head) || head.trim();
const withoutNumber = (name: string): string => name.replace(/\d+$/, '');

const KNOWN: ReadonlyMap<string, ImportTarget> = new Map(
  Object.entries(COLUMN_NAMES).flatMap(([target, names]) =>
    [target, ...Object.values(names).flat()].map((name) => [nameOf(name), target] as const),
  ),
);

/** What each column is, by its head; null: nobody knows. */
export function guessColumns(
  head: readonly string[],
  fields: readonly CustomerFieldView[],
): (ImportTarget | null)[] {
  const own = new Map(
    fields
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ uuid, label }) => [nameOf(label), `field:${uuid}`] as const),
  );
  const used = new Set<ImportTarget>();
  return head.map((text) => {
    const name = nameOf(text);
    const exact = own.get(name) ?? KNOWN.get(name);
    const numbered = KNOWN.get(withoutNumber(name));
    const target = exact ?? (numbered && SEVERAL.has(numbered) ? numbered : null);
    if (!target || (used.has(target) && !SEVERAL.has(target))) return null;
    used.add(target);
    return target;
  });
}
