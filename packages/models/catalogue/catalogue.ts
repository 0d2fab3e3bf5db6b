import { JSON_FORMS } from '@hanasu/contract/model-keys';
import { anthropicModels } from './anthropic.models.ts';
import { builtinModels } from './builtin.models.ts';
import type { CatalogueEntry, CatalogueRow } from './catalogue-entry.ts';
import { googleModels } from './google.models.ts';
import { openaiModels } from './openai.models.ts';

type Locale = 'en' | 'ja' | 'vi';

/** The product's rule of thumb: one token is about one and a half Japanese characters. */
const CHARACTERS_PER_TOKEN = 1.5;

const words = {
  en: {
    input: (tokens: string, characters: string) =>
      `Input up to ${tokens} tokens (about ${characters} Japanese characters)`,
    output: (tokens: string, characters: string) =>
      `Output up to ${tokens} tokens (about ${characters} Japanese characters)`,
    tools: 'Function calling',
    vision: 'Understands images',
    image: 'Makes images',
    builtin: 'Works without a key: quotes the documents, writes nothing of its own',
  },
  ja: {
    input: (tokens: string, characters: string) =>
      `入力は最大${tokens}トークン（日本語で約${characters}文字）`,
    output: (tokens: string, characters: string) =>
      `出力は最大${tokens}トークン（日本語で約${characters}文字）`,
    tools: '関数呼び出し（Function calling）に対応',
    vision: '画像を理解できます',
    image: '画像を生成します',
    builtin: 'キー不要。資料をそのまま引用し、文章は生成しません',
  },
  vi: {
    input: (tokens: string, characters: string) =>
      `Đầu vào tối đa ${tokens} token (khoảng ${characters} ký tự tiếng Nhật)`,
    output: (tokens: string, characters: string) =>
      `Đầu ra tối đa ${tokens} token (khoảng ${characters} ký tự tiếng Nhật)`,
    tools: 'Hỗ trợ gọi hàm (Function calling)',
    vision: 'Hiểu được hình ảnh',
    image: 'Tạo hình ảnh',
    builtin: 'Không cần khóa: trích nguyên văn tài liệu, không tự viết thêm',
  },
} as const;

function describe(row: CatalogueRow, locale: Locale): string[] {
  const format = new Intl.NumberFormat(locale);
  const limit = (tokens: number) =>
    [format.format(tokens), format.format(tokens * CHARACTERS_PER_TOKEN)] as const;
  const say = words[locale];
  if (row.group === 'image-model') return [say.image];
  return [
    say.input(...limit(row.contextTokens)),
    say.output(...limit(row.outputTokens)),
    ...(row.abilities.tools ? [say.tools] : []),
    ...(row.abilities.vision ? [say.vision] : []),
    ...(row.provider === 'builtin' ? [say.builtin] : []),
  ];
}

/** The picker's tooltip lines of a model, from its limits and abilities, in every language of the product. */
function describeAbilities(row: CatalogueRow): Record<Locale, string[]> {
  return { en: describe(row, 'en'), ja: describe(row, 'ja'), vi: describe(row, 'vi') };
}

/**
 * Limits by docs.cohere.com/docs/models (Command A 256k in and 8k out, R7B 128k and 4k); the input leaves room for
 * the output. Rates: list price in US dollars per million tokens × 10, never below 1. Reasoning and Vision have no
 * public price and cost what Command A costs. Command A Vision takes no tools.
 * `response_format` and `tools` exclude each other (docs.cohere.com/docs/structured-outputs).
 */
const chat = { group: 'model', provider: 'cohere' } as const;
const json = { json: JSON_FORMS, jsonWithTools: [] } as const;
const LARGE = { contextTokens: 240_000, outputTokens: 4096, rates: { input: 25, output: 100 } } as const;

const cohereModels = [
  {
    ...chat,
    uuid: 'cohere-command-r7b',
    name: 'Command R7B (fast)',
    model: 'command-r7b-12-2024',
    contextTokens: 122_880,
    outputTokens: 4000,
    rates: { input: 1, output: 1.5 },
    abilities: { tools: true, vision: false, ...json },
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a',
    name: 'Command A',
    model: 'command-a-03-2025',
    abilities: { tools: true, vision: false, ...json },
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a-reasoning',
    name: 'Command A Reasoning (thinks)',
    model: 'command-a-reasoning-08-2025',
    abilities: { tools: true, vision: false, ...json },
    reasoning: 'none',
  },
  {
    ...chat,
    ...LARGE,
    uuid: 'cohere-command-a-vision',
    name: 'Command A Vision',
    model: 'command-a-vision-07-2025',
    contextTokens: 122_880,
    abilities: { tools: false, vision: true, ...json },
  },
] as const satisfies readonly CatalogueRow[];

const rows: readonly CatalogueRow[] = [
  ...builtinModels,
  ...googleModels,
  ...openaiModels,
  ...anthropicModels,
  ...cohereModels,
];

/** Every model the product knows, in the order of the picker. To add a model, add a row to its provider's file. */
export const CATALOGUE: readonly CatalogueEntry[] = rows.map(toEntry);

/** A row with its tooltips. */
export function toEntry(row: CatalogueRow): CatalogueEntry {
  return { ...row, tooltips: describeAbilities(row) };
}
