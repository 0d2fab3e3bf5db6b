import type { Locale } from '@hanasu/contract/accounts';
import type { LedgerKind } from '@hanasu/contract/billing';
import type { TableCell } from '../../../platform/files/table-writers.ts';
import type { EntryCursor, EntryRow } from './ledger.store.ts';

interface FileWords {
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<LedgerKind, string>>;
}

const NAMES = [
  ...['time', 'kind', 'bot', 'model', 'channel', 'apiKey', 'person', 'source'],
  ...['input', 'output', 'tokens', 'balance', 'ownKeyUsd', 'uuid'],
] as const;

/** Names of columns and kinds, as the page shows them. */
const WORDS: Readonly<Record<Locale, FileWords>> = {
  en: {
    heads: [
      ...['Time', 'Kind', 'Bot', 'Model', 'Channel', 'API key', 'Member', 'Source'],
      ...['Read', 'Written', 'Tokens', 'Balance after', 'Cost with own key (USD)', 'ID'],
    ],
    kinds: {
      ...{ call: 'Model call', grant: 'Tokens added', purchase: 'Tokens bought' },
      ...{ refund: 'Refund or dispute', expiry: 'Expired' },
    },
  },
  ja: {
    heads: [
      ...['日時', '種類', 'ボット', 'モデル', 'チャネル', 'APIキー', 'メンバー', '利用元'],
      ...['入力', '出力', 'トークン', '残高', '自社キーの費用（USD）', 'ID'],
    ],
    kinds: {
      ...{ call: 'モデルの利用', grant: 'トークンの追加', purchase: 'トークンの購入' },
      ...{ refund: '返金・チャージバック', expiry: '有効期限切れ' },
    },
  },
  vi: {
    heads: [
      ...['Thời gian', 'Loại', 'Bot', 'Mô hình', 'Kênh', 'API key', 'Thành viên', 'Nguồn'],
      ...['Đầu vào', 'Đầu ra', 'Token', 'Số dư sau đó', 'Chi phí bằng API key riêng (USD)', 'ID'],
    ],
    kinds: {
      ...{ call: 'Lượt gọi mô hình', grant: 'Thêm token', purchase: 'Mua token' },
      ...{ refund: 'Hoàn tiền hoặc khiếu nại', expiry: 'Hết hạn' },
    },
  },
};

export const ROWS_AT_ONCE = 1_000;
const MICROS = 1_000_000;

interface Exported {
  readonly locale: Locale | undefined;
  /** Of the account. */
  readonly timeZone: string;
  readonly serviceName: (serviceUuid: string) => string | null;
}

/** Rows in words and local times for people; without a language in the names of the API, for programs. */
export async function* rowsOfHistory(
  { locale, timeZone, serviceName }: Exported,
  partAfter: (after: EntryCursor | null) => Promise<readonly EntryRow[]>,
): AsyncGenerator<readonly TableCell[]> {
  const words = locale && WORDS[locale];
  // As `2026-01-31 09:30:00`, which spreadsheets take for a date.
  const times = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  yield words ? words.heads : NAMES;
  let after: EntryCursor | null = null;
  do {
    const part: readonly EntryRow[] = await partAfter(after);
    for (const row of part)
      yield [
        words ? times.format(row.createdAt) : row.createdAt.toISOString(),
        words ? words.kinds[row.kind] : row.kind,
        row.botName ?? '',
        row.serviceUuid === null ? '' : (serviceName(row.serviceUuid) ?? row.serviceUuid),
        ...[row.channelName ?? '', row.keyName ?? '', row.personName ?? ''],
        row.documentTitle ?? row.knowledgeName ?? row.conversationId ?? row.paymentId ?? row.reason ?? '',
        ...[row.input, row.output, row.tokens, row.balance],
        row.micros === null ? '' : row.micros / MICROS,
        row.id,
      ];
    after = part.length < ROWS_AT_ONCE ? null : (part.at(-1) ?? null);
  } while (after !== null);
}
