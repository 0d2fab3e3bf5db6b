import type { QuickReply } from '@hanasu/channels/spec/outgoing';
import type { CustomerLanguage } from '@hanasu/contract/customer-words/customer-words';
import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Handling } from '@hanasu/contract/inbox';
import type { AccountTransaction } from '../../platform/database/database.ts';

/** What a button of a form does: a number chooses that option of its question. */
const TAP_ACTIONS = {
  k: 'skip',
  b: 'back',
  l: 'later',
  c: 'cancel',
  r: 'continue',
  d: 'done',
  s: 'send',
  e: 'change',
  y: 'yes',
  n: 'no',
} as const;
type TapAction = (typeof TAP_ACTIONS)[keyof typeof TAP_ACTIONS];

/** A tap on a button of a form. It names its own question, so that it can be told from those asked before and after. */
export interface FormTap {
  /** Of the form session in the chat. */
  readonly talkId: string;
  /** Index of the field in the form's version, or the summary that it stands under; null: the whole form. */
  readonly question: number | { readonly summary: string } | null;
  readonly action: TapAction | number;
  /** What the button says, perhaps shortened. */
  readonly label: string;
}

const TAP = /^f:([A-Za-z0-9_-]{22}):(\d{1,3}|s[A-Za-z0-9_-]{6}|):([a-z]|\d{1,3}):(.*)$/su;
/** Telegram's buttons carry 64 bytes, of which its adapter uses two. */
const TAP_BYTES = 62;

export function writeFormTap({ talkId, question, action, label }: FormTap): string {
  const id = Buffer.from(talkId.replaceAll('-', ''), 'hex').toString('base64url');
  const code = Object.entries(TAP_ACTIONS).find(([, known]) => known === action)?.[0] ?? action;
  const asked = typeof question === 'object' ? (question ? `s${question.summary}` : '') : question;
  const head = `f:${id}:${asked}:${code}:`;
  let shown = '';
  for (const letter of label.toWellFormed()) {
    if (Buffer.byteLength(head + shown + letter) > TAP_BYTES) break;
    shown += letter;
  }
  return head + shown;
}

/** Null: something else was tapped. */
export function readFormTap(data: string | null): FormTap | null {
  const [, id, asked = '', code = '', label = ''] = TAP.exec(data ?? '') ?? [];
  if (id === undefined) return null;
  const action = /^\d/.test(code)
    ? Number(code)
    : new Map<string, TapAction>(Object.entries(TAP_ACTIONS)).get(code);
  if (action === undefined) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const talkId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const question = asked.startsWith('s') ? { summary: asked.slice(1) } : asked === '' ? null : Number(asked);
  return { talkId, question, action, label };
}

export interface FormMessage {
  /** Empty for a file that came without words. */
  readonly text: string;
  /** It was said by a button of a form. */
  readonly tap?: FormTap;
  /** It was said by another button, which may have been offered long ago. */
  readonly isButton?: boolean;
  /** The message that brought a picture or a file. */
  readonly file?: MessageId;
}

/** Forms that are asked in chats. */
export interface FormTalk {
  /** Takes what was written as answers to the form that is asked in the conversation; null: it has nothing to do with one. */
  answer(
    transaction: AccountTransaction,
    talk: {
      readonly conversationId: ConversationId;
      readonly handling: Handling;
      readonly said: readonly FormMessage[];
      readonly tone: string | null;
      /** In which the product answers the customer. */
      readonly language: CustomerLanguage;
    },
  ): Promise<{
    /** Empty: nothing is said to it now. */
    readonly text: string;
    readonly quickReplies: readonly QuickReply[];
    readonly isSettled: boolean;
    /** Messages whose file it has taken. */
    readonly taken?: readonly MessageId[];
    /** Called after the commit. */
    readonly after?: () => void;
  } | null>;
  /** What the button of a tap says in full; null: its form is over. */
  labelOf(
    transaction: AccountTransaction,
    conversationId: ConversationId,
    tap: FormTap,
  ): Promise<string | null>;
  /** A message was taken back: what it brought is no answer any more. */
  takeBack(transaction: AccountTransaction, messageId: MessageId): Promise<unknown>;
  /** The customer asked for their data to be erased. */
  forget(transaction: AccountTransaction, conversationId: ConversationId): Promise<unknown>;
}
