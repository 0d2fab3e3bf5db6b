import { createHash } from 'node:crypto';
import { z } from 'zod';
import { estimateTokens } from '../tokens/estimate-tokens.ts';
import { fakeCohere } from './fake-cohere.ts';
import { fakeCompatible } from './fake-compatible.ts';
import { fakeGoogle } from './fake-google.ts';
import { fakeOpenAI } from './fake-openai.ts';
import { type FakeVendor, firstProblem } from './fake-vendor.ts';

/** Words and phrases that mean the same, in three languages: what a real model knows and a comparison of letters doesn't. */
const MEANINGS: readonly (readonly string[])[] = [
  ['refund', 'money back', 'reimburse', '返金', '払い戻し', 'hoàn tiền', 'trả lại tiền'],
  ['return', 'send back', '返品', 'trả hàng', 'đổi trả'],
  ['open', 'opening hours', 'business hours', '営業時間', '開店', 'giờ mở cửa', 'mở cửa'],
  ['closed', 'day off', '定休日', '休み', 'đóng cửa', 'nghỉ'],
  ['parking', 'car park', 'leave my car', '駐車場', '駐車', 'đỗ xe', 'bãi xe', 'gửi xe'],
  ['delivery', 'shipping', 'ship', '配送', '送料', 'giao hàng', 'vận chuyển'],
  ['price', 'cost', 'fee', 'how much', '料金', '値段', 'いくら', 'giá', 'bao nhiêu tiền', 'phí'],
  ['dog', 'pet', 'puppy', 'ペット', '犬', 'thú cưng', 'chó'],
  ['password', 'sign in', 'log in', 'パスワード', 'ログイン', 'mật khẩu', 'đăng nhập'],
  ['cancel', 'call off', 'キャンセル', '取り消し', 'hủy', 'huỷ'],
  ['doctor', 'physician', '医師', '医者', 'bác sĩ'],
  ['quick', 'fast', 'rapid', '速い', '早い', 'nhanh'],
];

const MEANING_WEIGHT = 4;
/** Each term points into this many directions, so that two terms hardly ever coincide. */
const DIRECTIONS = 8;

/**
 * A vector that is near those of texts with the same words, letters or meanings (of the list above), and always the
 * same for the same text. Its length is not 1, as that of real ones need not be.
 */
function fakeVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [term, weight] of weigh(text)) {
    const hash = createHash('sha256').update(term).digest();
    for (let index = 0; index < DIRECTIONS; index += 1) {
      const at = hash.readUInt16LE(index * 2) % dimensions;
      const sign = (hash[16 + index] ?? 0) % 2 === 0 ? 1 : -1;
      vector[at] = (vector[at] ?? 0) + sign * weight;
    }
  }
  return vector.map((value) => Math.fround(value / DIRECTIONS));
}

function weigh(text: string): Map<string, number> {
  const folded = text.normalize('NFKC').toLowerCase();
  const terms = new Map<string, number>([['any text', 0.05]]);
  const add = (term: string, weight: number) => terms.set(term, (terms.get(term) ?? 0) + weight);
  for (const [index, words] of MEANINGS.entries())
    if (words.some((word) => folded.includes(word))) add(`meaning ${index}`, MEANING_WEIGHT);
  for (const word of folded.match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(`word ${word}`, 1);
    for (let at = 0; at + 3 <= word.length; at += 1) add(`letters ${word.slice(at, at + 3)}`, 0.2);
  }
  return terms;
}

/** How near two texts are by their fake vectors, 0..1. */
function fakeRelevance(query: string, text: string): number {
  const [one, other] = [fakeVector(query, 1024), fakeVector(text, 1024)];
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  return Math.max(0, Math.min(1, dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))));
}

/** Turns a vector into what a test of bad answers wants; the vector itself else. */
export type Spoil = (vector: number[]) => number[];

/** What a vendor's endpoints for vectors and rankings accept, and how they answer. */
export interface FakeKnowledge {
  readonly vendor: Pick<FakeVendor, 'name' | 'isAuthorised' | 'errorBody'>;
  /** The model id; null when the path isn't one of these endpoints. */
  modelOf(path: string, body: unknown): string | null;
  /** The answer, or what the vendor would complain about with a 400. */
  read(model: string, body: unknown, spoil: Spoil): { answer: unknown } | { problem: string };
}

const Text = z.string().min(1);
const total = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);
const modelIn = (body: unknown): string => {
  const model = z.object({ model: z.string() }).safeParse(body);
  return model.success ? model.data.model : '';
};
const mostTokens = (texts: readonly string[], most: number): string | null =>
  texts.some((text) => estimateTokens(text) > most) ? `input: longer than ${most} tokens` : null;

const OpenAIBody = z.strictObject({
  model: z.string(),
  input: z.array(Text).min(1).max(2048),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.number().int().positive().optional(),
});
const OPENAI_DIMENSIONS: Record<string, number> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
};

const base64Of = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64');

function embeddingsAnswer(
  { input, encoding_format, model }: z.infer<typeof OpenAIBody>,
  dimensions: number,
  spoil: Spoil,
) {
  const data = input.map((text, index) => {
    const vector = spoil(fakeVector(text, dimensions));
    return {
      object: 'embedding',
      index,
      embedding: encoding_format === 'base64' ? base64Of(vector) : vector,
    };
  });
  const tokens = total(input);
  // In another order than asked for: the index counts.
  return {
    object: 'list',
    data: data.reverse(),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

const openai: FakeKnowledge = {
  vendor: fakeOpenAI,
  modelOf: (path, body) => (path === '/openai/v1/embeddings' ? modelIn(body) : null),
  read(model, body, spoil) {
    const parsed = OpenAIBody.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { input, dimensions } = parsed.data;
    const own = OPENAI_DIMENSIONS[model];
    if (own === undefined) return { problem: 'model: no such model' };
    if (dimensions !== undefined && dimensions > own) return { problem: 'dimensions: too many' };
    const problem =
      mostTokens(input, 8192) ?? (total(input) > 300_000 ? 'input: more than 300000 tokens' : null);
    if (problem) return { problem };
    return { answer: embeddingsAnswer(parsed.data, dimensions ?? own, spoil) };
  },
};

const GoogleBody = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        model: z.string(),
        content: z.strictObject({ parts: z.array(z.strictObject({ text: Text })).length(1) }),
        taskType: z.enum(['RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT']).optional(),
        outputDimensionality: z.number().int().min(128).max(3072).optional(),
      }),
    )
    .min(1)
    .max(100),
});

const google: FakeKnowledge = {
  vendor: fakeGoogle,
  modelOf: (path) => /^\/google\/v1beta\/models\/([^/:]+):batchEmbedContents$/.exec(path)?.[1] ?? null,
  read(model, body, spoil) {
    const parsed = GoogleBody.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { requests } = parsed.data;
    if (requests.some((request) => request.model !== `models/${model}`))
      return { problem: 'requests.model: must be the model of the path' };
    const embeddings = requests.map(({ content, outputDimensionality = 3072 }) => ({
      values: spoil(fakeVector(content.parts[0]?.text ?? '', outputDimensionality)),
    }));
    return { answer: { embeddings } };
  },
};

const CohereEmbed = z.strictObject({
  model: z.string(),
  texts: z.array(Text).min(1).max(96),
  input_type: z.enum(['search_document', 'search_query', 'classification', 'clustering']),
  embedding_types: z.array(z.literal('float')).length(1),
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
  output_dimension: z.union([z.literal(256), z.literal(512), z.literal(1024), z.literal(1536)]).optional(),
});
const Rerank = z.strictObject({
  model: z.string(),
  query: Text,
  documents: z.array(Text).min(1).max(1000),
  top_n: z.number().int().positive().optional(),
});

const rank = (query: string, texts: readonly string[]) =>
  texts
    .map((text, index) => ({ index, relevance_score: fakeRelevance(query, text) }))
    .sort((one, other) => other.relevance_score - one.relevance_score);

const cohere: FakeKnowledge = {
  vendor: fakeCohere,
  modelOf: (path, body) =>
    path === '/cohere/v2/embed' || path === '/cohere/v2/rerank' ? modelIn(body) : null,
  read(model, body, spoil) {
    if (model.startsWith('rerank-')) {
      const parsed = Rerank.safeParse(body);
      if (!parsed.success) return firstProblem(parsed.error.issues);
      const results = rank(parsed.data.query, parsed.data.documents).slice(0, parsed.data.top_n);
      return { answer: { id: 'fake', results, meta: { billed_units: { search_units: 1 } } } };
    }
    const parsed = CohereEmbed.safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    const { texts, output_dimension } = parsed.data;
    if (output_dimension !== undefined && model !== 'embed-v4.0')
      return { problem: 'output_dimension: not supported by this model' };
    const dimensions = output_dimension ?? (model === 'embed-v4.0' ? 1536 : 1024);
    const float = texts.map((text) => spoil(fakeVector(text, dimensions)));
    return {
      answer: { id: 'fake', embeddings: { float }, meta: { billed_units: { input_tokens: total(texts) } } },
    };
  },
};

const JinaRerank = Rerank.extend({ return_documents: z.boolean().optional() });
const TeiRerank = z.strictObject({
  query: Text,
  texts: z.array(Text).min(1).max(32),
  raw_scores: z.boolean().optional(),
});

/** Vectors of 384, texts of 512 tokens, 32 texts a call; `-raw` rerankers give their outputs as they are. */
const compatible: FakeKnowledge = {
  vendor: fakeCompatible,
  modelOf: (path, body) =>
    path === '/compatible/v1/embeddings' || path === '/compatible/v1/rerank' ? modelIn(body) : null,
  read(model, body, spoil) {
    const isRanking = z.object({ query: z.string() }).safeParse(body).success;
    const tei = TeiRerank.safeParse(body);
    if (tei.success) {
      const ranked = rank(tei.data.query, tei.data.texts);
      return { answer: ranked.map(({ index, relevance_score }) => ({ index, score: relevance_score })) };
    }
    if (isRanking) {
      const parsed = JinaRerank.safeParse(body);
      if (!parsed.success) return firstProblem(parsed.error.issues);
      const results = rank(parsed.data.query, parsed.data.documents).map(({ index, relevance_score }) => ({
        index,
        relevance_score: model.endsWith('-raw') ? relevance_score * 20 - 10 : relevance_score,
      }));
      return { answer: { results, usage: { total_tokens: total(parsed.data.documents) } } };
    }
    const parsed = OpenAIBody.extend({ dimensions: z.never().optional() }).safeParse(body);
    if (!parsed.success) return firstProblem(parsed.error.issues);
    if (parsed.data.input.length > 32) return { problem: 'input: at most 32 texts' };
    const problem = mostTokens(parsed.data.input, 512);
    return problem ? { problem } : { answer: embeddingsAnswer(parsed.data, 384, spoil) };
  },
};

export const fakeKnowledge: readonly FakeKnowledge[] = [openai, google, cohere, compatible];
