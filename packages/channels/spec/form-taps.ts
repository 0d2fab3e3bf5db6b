/**
 * What a button of a form does. A number answers its question: an option by its index, a day by its days since 1970, a
 * time by its minutes. `pick` opens the vendor's calendar or clock, whose result is such a number.
 */
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
  p: 'pick',
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

const TAP = /^f:([A-Za-z0-9_-]{22}):(\d{1,3}|s[A-Za-z0-9_-]{6}|):([a-z]|\d{1,5}):(.*)$/su;
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

const DAY_MS = 86_400_000;

/** The tap on the day (`2026-12-05`) or time (`14:30`) that was picked; null: another kind of button, or no such day. */
export function pickedTap(tap: FormTap, chosen: string | null): FormTap | null {
  if (tap.action !== 'pick') return null;
  const [, hour, minute] = /^(\d{2}):(\d{2})$/u.exec(chosen ?? '') ?? [];
  if (hour) return { ...tap, action: Number(hour) * 60 + Number(minute), label: chosen ?? '' };
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(chosen ?? '') ? Date.parse(chosen ?? '') / DAY_MS : Number.NaN;
  return day >= 0 ? { ...tap, action: day, label: chosen ?? '' } : null;
}
