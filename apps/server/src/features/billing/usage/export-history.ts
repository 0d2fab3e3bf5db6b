import type { Locale } from '@hanasu/contract/accounts';
import type { LedgerKind } from '@hanasu/contract/billing';
import { type ModelTag, splitModelTag } from '@hanasu/contract/model-names';
import { BUILTIN_MODEL_UUID } from '@hanasu/models/catalogue/builtin.models';
import type { TableCell } from '../../../platform/files/table-writers.ts';
import type { EntryCursor, EntryRow } from './ledger.store.ts';

interface FileWords {
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<LedgerKind, string>>;
  readonly builtinModel: string;
  readonly taggedModel: (name: string, tag: ModelTag) => string;
}

const NAMES = [
  ...['time', 'kind', 'bot', 'model', 'channel', 'apiKey', 'person', 'source'],
  ...['input', 'output', 'tokens', 'balance', 'ownKeyUsd', 'uuid'],
] as const;

/** Names of columns, kinds and models, as the page shows them. */
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
    builtinModel: 'Built-in (quotes documents)',
    taggedModel: (name, tag) => `${name} (${tag})`,
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
    builtinModel: '内蔵モデル（資料から引用）',
    taggedModel: (name, tag) => `${name}（${{ fast: '高速', best: '最高性能', old: '旧モデル' }[tag]}）`,
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
    builtinModel: 'Mô hình có sẵn (trích tài liệu)',
    taggedModel: (name, tag) => `${name} (${{ fast: 'nhanh', best: 'tốt nhất', old: 'cũ' }[tag]})`,
  },
};

export const ROWS_AT_ONCE = 1_000;
const MICROS = 1_000_000;

function modelName(uuid: string, serviceName: Exported['serviceName'], words: FileWords | undefined): string {
  const given = serviceName(uuid) ?? uuid;
  if (!words) return given;
  if (uuid === BUILTIN_MODEL_UUID) return words.builtinModel;
  const { name, tag } = splitModelTag(given);
  return tag === null ? given : words.taggedModel(name, tag);
}

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
        row.serviceUuid === null ? '' : modelName(row.serviceUuid, serviceName, words),
        ...[row.channelName ?? '', row.keyName ?? '', row.personName ?? ''],
        row.documentTitle ?? row.knowledgeName ?? row.conversationId ?? row.paymentId ?? row.reason ?? '',
        ...[row.input, row.output, row.tokens, row.balance],
        row.micros === null ? '' : row.micros / MICROS,
        row.id,
      ];
    after = part.length < ROWS_AT_ONCE ? null : (part.at(-1) ?? null);
  } while (after !== null);
}
