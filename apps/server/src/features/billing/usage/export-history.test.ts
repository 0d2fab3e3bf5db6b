import { describe, expect, test } from 'vitest';
import { rowsOfHistory } from './export-history.ts';
import type { EntryRow } from './ledger.store.ts';

const NAMES: Readonly<Record<string, string>> = {
  'builtin-extractive': 'Built-in (quotes documents)',
  'openai-gpt-4o-mini': 'GPT-4o mini (fast)',
  'own-llama': 'Llama (local)',
};
const entry = (serviceUuid: string) =>
  ({ createdAt: new Date(0), kind: 'call', serviceUuid, micros: null }) as EntryRow;

async function modelsIn(locale: 'en' | 'ja' | 'vi' | undefined): Promise<unknown[]> {
  const exported = { locale, timeZone: 'UTC', serviceName: (uuid: string) => NAMES[uuid] ?? null };
  const rows = [];
  for await (const row of rowsOfHistory(exported, async () => [...Object.keys(NAMES), 'gone'].map(entry)))
    rows.push(row);
  return rows.slice(1).map((row) => row[3]);
}

describe('models in the history file', () => {
  test.each([
    ['en', ['Built-in (quotes documents)', 'GPT-4o mini (fast)', 'Llama (local)', 'gone']],
    ['ja', ['内蔵モデル（資料から引用）', 'GPT-4o mini（高速）', 'Llama (local)', 'gone']],
    ['vi', ['Mô hình có sẵn (trích tài liệu)', 'GPT-4o mini (nhanh)', 'Llama (local)', 'gone']],
    [undefined, ['Built-in (quotes documents)', 'GPT-4o mini (fast)', 'Llama (local)', 'gone']],
  ] as const)('are named in %s as the page names them', async (locale, names) => {
    expect(await modelsIn(locale)).toEqual(names);
  });
});
