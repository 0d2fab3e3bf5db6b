import type { CatalogueRow } from './catalogue-entry.ts';

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
export function describeAbilities(row: CatalogueRow): Record<Locale, string[]> {
  return { en: describe(row, 'en'), ja: describe(row, 'ja'), vi: describe(row, 'vi') };
}
