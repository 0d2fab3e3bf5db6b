import type { Locale } from '@hanasu/contract/accounts';

const README = {
  en: `This zip holds everything in your Hanasu account.

manifest.json   what is in here, when it was made, how many of each, and what was left out
account.json    the account itself
*.ndjson        one kind of thing each; every line is one of them, as JSON
files/          the original files of the documents, by the uuid of the document

Things refer to each other by their uuid: "botUuid" in conversations.ndjson is "uuid" in bots.ndjson.
Times are in UTC. Passwords, access tokens of channels and other secrets are never exported.
`,
  ja: `このZIPファイルには、お使いのHanasuアカウントのすべてのデータが入っています。

manifest.json   内容、作成日時、件数、含まれていないものの一覧です
account.json    アカウントの情報です
*.ndjson        種類ごとのデータです。1行が1件のJSONです
files/          ドキュメントの元のファイルです。ファイル名はドキュメントのuuidで始まります

データはuuidで関連づけられています。例えば、conversations.ndjsonの「botUuid」はbots.ndjsonの「uuid」を指します。
日時はUTCです。パスワード、チャネルのアクセストークンなどの秘密情報は含まれていません。
`,
  vi: `Tệp zip này chứa mọi dữ liệu trong tài khoản Hanasu của bạn.

manifest.json   nội dung, thời điểm tạo, số lượng từng loại và những gì không có trong tệp
account.json    thông tin tài khoản
*.ndjson        mỗi tệp là một loại dữ liệu; mỗi dòng là một mục ở dạng JSON
files/          tệp gốc của các tài liệu, tên bắt đầu bằng uuid của tài liệu

Các mục liên kết với nhau bằng uuid: "botUuid" trong conversations.ndjson là "uuid" trong bots.ndjson.
Thời gian theo giờ UTC. Mật khẩu, mã truy cập của kênh và các bí mật khác không bao giờ được xuất.
`,
} satisfies Record<Locale, string>;

export const readmeOf = (locale: Locale): string => README[locale];

export const CONSISTENCY =
  'Read a page at a time while the account went on working, not as of one moment. Nothing made after `startedAt` ' +
  'is in here; what was changed or deleted after it may be in here as it was before or as it was after.';
