import type { Locale } from '@hanasu/contract/accounts';
import type { RowReason as ShownReason } from '@hanasu/contract/customer-imports';
import type { CustomerId } from '@hanasu/contract/ids';
import type { z } from 'zod';

/** Why a row is refused, or why an undo keeps what it says. */
export interface RowReason {
  readonly code: z.output<typeof ShownReason>['code'];
  /** Head of the column; of what is kept, the name of the fact. */
  readonly column: string | null;
  /** What stands there, shortened. */
  readonly value: string | null;
  readonly customers: readonly { readonly uuid: CustomerId; readonly name: string }[];
  /** The earlier row. */
  readonly row: number | null;
}

type Texts = Readonly<Record<RowReason['code'], string>>;

/** `{value}`, `{names}` and `{row}` stand for those of the reason. */
const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    nothing_known: 'There is no name, phone number or email in this row.',
    too_long: 'The text is too long.',
    phone_invalid: '“{value}” is not a valid phone number.',
    email_invalid: '“{value}” is not a valid email address.',
    date_invalid: '“{value}” is not a date. Example: 1990-04-01',
    number_invalid: '“{value}” is not a number.',
    number_two_ways: '“{value}” can be read in two ways. Choose how numbers are written in this column.',
    yesno_invalid: '“{value}” is neither yes nor no.',
    link_invalid: '“{value}” is not a link that begins with https://.',
    option_unknown: '“{value}” is not one of the choices of this field.',
    language_invalid: '“{value}” is not a known language.',
    country_invalid: '“{value}” is not a known country.',
    id_unknown: 'There is no customer with the ID “{value}”.',
    external_id_unknown: 'Nobody on your channels has the ID “{value}”.',
    owner_unknown: '“{value}” is not a member of your team.',
    tag_unknown: 'There is no tag “{value}”.',
    tag_name_invalid: 'The tag “{value}” is longer than 60 characters.',
    too_many_tags: 'Your account has as many tags as it can have.',
    too_many_contacts: 'A customer can have up to 10 phone numbers and 10 email addresses.',
    several_customers: 'This row fits several customers: {names}',
    repeated: 'The same customer is already in row {row}.',
    old_font:
      '“{value}” was written in an old Vietnamese font (TCVN3 or VNI). Convert the file to Unicode and upload it again.',
    characters_lost: '“{value}” has lost characters that the file could not hold.',
    wrote: 'They have sent you a message.',
    changed_since: 'Changed since the import.',
    tagged_since: 'Tags were changed since the import.',
    on_a_channel: 'They are on one of your channels.',
    gone: 'The tag no longer exists.',
  },
  ja: {
    nothing_known: '氏名・電話番号・メールアドレスのいずれも入力されていません。',
    too_long: '文字数が上限を超えています。',
    phone_invalid: '「{value}」は有効な電話番号ではありません。',
    email_invalid: '「{value}」は有効なメールアドレスではありません。',
    date_invalid: '「{value}」は日付として読み取れません。例：1990-04-01',
    number_invalid: '「{value}」は数値ではありません。',
    number_two_ways: '「{value}」は2通りに読めます。この列の数値の書き方を選んでください。',
    yesno_invalid: '「{value}」は「はい」「いいえ」のどちらでもありません。',
    link_invalid: '「{value}」はhttps://で始まるリンクではありません。',
    option_unknown: '「{value}」はこの項目の選択肢にありません。',
    language_invalid: '「{value}」という言語は登録されていません。',
    country_invalid: '「{value}」という国は登録されていません。',
    id_unknown: 'IDが「{value}」の顧客は見つかりません。',
    external_id_unknown: 'IDが「{value}」の人はどのチャネルにもいません。',
    owner_unknown: '「{value}」はチームのメンバーではありません。',
    tag_unknown: '「{value}」というタグはありません。',
    tag_name_invalid: 'タグ「{value}」が60文字を超えています。',
    too_many_tags: 'タグの数が上限に達しています。',
    too_many_contacts: '電話番号とメールアドレスは、顧客1人につきそれぞれ10件までです。',
    several_customers: '複数の顧客に一致します：{names}',
    repeated: '{row}行目と同じ顧客です。',
    old_font:
      '「{value}」は古いベトナム語フォント（TCVN3・VNI）用の文字で入力されています。ファイルをUnicodeに変換して、もう一度アップロードしてください。',
    characters_lost: '「{value}」には、ファイルに保存できずに失われた文字があります。',
    wrote: 'メッセージを受信しています。',
    changed_since: 'インポート後に変更されています。',
    tagged_since: 'インポート後にタグが変更されています。',
    on_a_channel: 'チャネルでつながっています。',
    gone: 'タグは削除されています。',
  },
  vi: {
    nothing_known: 'Dòng này không có tên, số điện thoại hay email.',
    too_long: 'Nội dung quá dài.',
    phone_invalid: '“{value}” không phải số điện thoại hợp lệ.',
    email_invalid: '“{value}” không phải địa chỉ email hợp lệ.',
    date_invalid: '“{value}” không phải ngày hợp lệ. Ví dụ: 1990-04-01',
    number_invalid: '“{value}” không phải là số.',
    number_two_ways: '“{value}” có thể hiểu theo hai cách. Hãy chọn cách viết số của cột này.',
    yesno_invalid: '“{value}” không phải Có hoặc Không.',
    link_invalid: '“{value}” không phải liên kết bắt đầu bằng https://.',
    option_unknown: '“{value}” không có trong các lựa chọn của trường này.',
    language_invalid: 'Không nhận ra ngôn ngữ “{value}”.',
    country_invalid: 'Không nhận ra quốc gia “{value}”.',
    id_unknown: 'Không có khách hàng nào mang mã “{value}”.',
    external_id_unknown: 'Không ai trên các kênh của bạn mang ID “{value}”.',
    owner_unknown: '“{value}” không phải thành viên trong nhóm.',
    tag_unknown: 'Chưa có nhãn “{value}”.',
    tag_name_invalid: 'Nhãn “{value}” dài hơn 60 ký tự.',
    too_many_tags: 'Tài khoản đã đạt số nhãn tối đa.',
    too_many_contacts: 'Mỗi khách hàng có tối đa 10 số điện thoại và 10 email.',
    several_customers: 'Dòng này khớp với nhiều khách hàng: {names}',
    repeated: 'Trùng khách hàng với dòng {row}.',
    old_font:
      '“{value}” được gõ bằng bảng mã cũ (TCVN3 hoặc VNI). Hãy chuyển tệp sang Unicode rồi tải lên lại.',
    characters_lost: '“{value}” đã mất những ký tự mà tệp không lưu được.',
    wrote: 'Khách hàng đã nhắn tin cho bạn.',
    changed_since: 'Đã được sửa sau khi nhập.',
    tagged_since: 'Nhãn đã được sửa sau khi nhập.',
    on_a_channel: 'Khách hàng có trên kênh của bạn.',
    gone: 'Nhãn không còn nữa.',
  },
};

/** The reason as a sentence in the language of who reads it. */
export function textOfReason({ code, value, customers, row }: RowReason, locale: Locale): string {
  const names = customers.map(({ uuid, name }) => `${name || '?'} (${uuid})`).join(', ');
  const parts: Readonly<Record<string, string>> = { value: value ?? '', names, row: String(row ?? '') };
  return TEXTS[locale][code].replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
}
