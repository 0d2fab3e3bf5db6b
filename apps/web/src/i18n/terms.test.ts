import { describe, expect, it } from 'vitest';
import { readWords } from '../../tools/read-words.ts';

/**
 * One word for one thing: `docs/glossary-ui.md` names the words, these patterns find the ones that stand
 * beside them. An exception is a key with its reason, never a looser pattern.
 */
const BANNED = {
  en: [
    /web hook|web site|user name|e-mail|\bmails?\b/i,
    /(?<!\{\{)\b(somebody|nobody|everybody|anybody)\b/i,
    /\b(told|hears?|wanted|anew)\b/i,
    /colour|synchronis|spelt/i,
    /by itself|by themselves|put aside|take (back|out)/i,
    /messaging service|\bvendor\b/i,
  ],
  ja: [
    /断片|箇所|ドキュメント|文書/,
    /ウェブ|(?<!Web)サイト(?!マップ|全体)/,
    /(?<!\()\?(?!\S*=)/,
    /[ぁ-んァ-ヶ一-龠」}]\((?!\?)|[ぁ-んァ-ヶ一-龠}]: /,
    /\}\} [さ件人個はをのにで]/,
    /\b(API|Webhook|LINE|Zalo|Telegram|OpenAI|ID|URL) [ぁ-んァ-ヶ一-龠]/,
    /定型回答|用意した回答|登録済みの回答/,
    /受信トレイ|サンドボックス|アクセス権/,
    /書き出|できごと|出来事|ことば|わか[らりるっ](?!やす)/,
    /あなた|スタッフ|同僚/,
    /送信枠|月間メッセージ数|メッセージサービス|相手側/,
  ],
  vi: [
    /tri thức|(?<!kho )kiến thức/i,
    /khóa API|khóa truy cập|mã bí mật/i,
    /nhãn dán|phong phú|thử nghiệm(?! A\/B)/i,
    /\}\} trên \{\{/,
    /người theo dõi|tên người dùng|đồng nghiệp/i,
    /dịch vụ nhắn tin/i,
    /câu trả lời mẫu|viết sẵn/i,
    /Thất bại|trễ/i,
    /cuộc trò chuyện/i,
    /(?<!\p{L})thẻ(?! (thanh toán|tích điểm))(?!\p{L})/iu,
  ],
} as const;

/** A line that the server prints; code in a sentence; the part of an address after “?”; what a customer may type; what an owner may write to a bot. */
const EXCEPTIONS: Partial<Record<keyof typeof BANNED, readonly string[]>> = {
  en: ['outbox.closedHelp'],
  ja: [
    'bots.instructionsPlaceholder',
    'botEditor.handoverPlaceholder',
    'tools.addressHelp',
    'tools.places.query',
  ],
};

function flatten(tree: object, prefix = ''): (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : flatten(value, `${prefix}${key}.`),
  );
}

describe.each(['en', 'ja', 'vi'] as const)('the words in %s', (language) => {
  it('name each thing by its word of the glossary', async () => {
    const kept = EXCEPTIONS[language] ?? [];
    const found = flatten(await readWords(language))
      .filter(([key, text]) => !kept.includes(key) && BANNED[language].some((pattern) => pattern.test(text)))
      .map(([key, text]) => `${key}: ${text}`);
    expect(found).toEqual([]);
  });
});
