import type { AnswerTool, ToolOutcome } from '@hanasu/models/gateway/answer-tool';
import { guardText } from '@hanasu/models/guard/guard-text';
import type { LinkPolicy } from '@hanasu/models/guard/link-hosts';
import type { Question } from './answer.ts';
import type { Language } from './no-answer.ts';

/** What the customer is to be asked at the end of an answer; null: nothing. */
export interface PendingConfirmation {
  question: string | null;
}

type Said = Pick<Question, 'text' | 'history'>;

const ASKS = {
  en: {
    before: 'Please confirm before I do this:',
    after: 'Reply "yes" to go ahead. With any other reply nothing is done.',
  },
  ja: {
    before: '次の内容で実行してよろしいですか。',
    after: '「はい」とお返事いただければ実行します。ほかのお返事の場合は何も行いません。',
  },
  vi: {
    before: 'Vui lòng xác nhận trước khi tôi thực hiện:',
    after: 'Trả lời "có" để thực hiện. Nếu trả lời khác, tôi sẽ không làm gì.',
  },
} as const satisfies Record<Language, { before: string; after: string }>;

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const YES = new Set(
  ['yes', 'y', 'yes please', 'ok', 'okay', 'sure', 'confirm', 'i confirm', 'go ahead', 'please do']
    .concat(
      [
        'はい',
        'ええ',
        'お願いします',
        'はいお願いします',
        '実行してください',
        '確認しました',
        'おねがいします',
      ],
      ['có', 'vâng', 'dạ', 'dạ có', 'vâng ạ', 'đồng ý', 'tôi đồng ý', 'xác nhận', 'được', 'ok ạ'],
    )
    .map(lettersOf),
);

/** Whether a message is consent and nothing else: read here, never by a model. */
export const isConsent = (text: string): boolean => YES.has(lettersOf(text));

/** Every argument stands in it as it would be sent: consent to it is consent to this very call. */
export function confirmationQuestion(
  language: Language,
  { name, input }: { readonly name: string; readonly input: unknown },
  links: LinkPolicy,
): string {
  const { before, after } = ASKS[language];
  const values = Object.entries(input ?? {}).map(
    ([key, value]) => `- ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [before, guardText([name.replaceAll('_', ' '), ...values].join('\n'), links), after].join('\n\n');
}

/**
 * The same tools; those that change something outside ask the customer first: where the owner wants it always, else
 * when nothing of the arguments comes from the customer. They run in the turn in which the customer consents to what
 * was asked last, word for word.
 */
export function withConfirmation(
  tools: readonly AnswerTool[],
  said: Said,
  { language, links, pending }: { language: Language; links: LinkPolicy; pending: PendingConfirmation },
): AnswerTool[] {
  return tools.map((tool) => {
    if (!tool.changes) return tool;
    return {
      ...tool,
      async execute(input, options): Promise<ToolOutcome> {
        const call = { name: tool.name, input };
        const isAsked = tool.changes === 'confirmed' || !isFromCustomer(input, said);
        if (!isAsked || isConfirmed(call, said, links)) return tool.execute(input, options);
        pending.question ??= confirmationQuestion(language, call, links);
        return { kind: 'failed', reason: 'needs_confirmation', detail: tool.name };
      },
    };
  });
}

function isConfirmed(
  call: { name: string; input: unknown },
  { text, history }: Said,
  links: LinkPolicy,
): boolean {
  const last = history.at(-1);
  if (last?.role !== 'assistant' || !isConsent(text)) return false;
  const languages = Object.keys(ASKS) as Language[];
  return languages.some((language) => last.text.includes(confirmationQuestion(language, call, links)));
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');

/** A call without arguments says nothing of where it comes from, and is not from the customer. */
function isFromCustomer(input: unknown, { text, history }: Said): boolean {
  const turns = history.filter(({ role }) => role === 'user').map((turn) => turn.text);
  const words = plain([...turns, text].join('\n'));
  return valuesOf(input).some((value) => value.length > 0 && words.includes(plain(value)));
}

function valuesOf(input: unknown): string[] {
  if (typeof input === 'string' || typeof input === 'number') return [String(input)];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(valuesOf) : [];
}
