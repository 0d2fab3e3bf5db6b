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
