/** Text above or below the line. */
export type Script = 'super' | 'sub';

/** The element `vertAlign` of Word and Excel (ECMA-376 part 1, 22.9.2.17). */
export function verticalScript(value: string): Script | null {
  if (value === 'superscript') return 'super';
  return value === 'subscript' ? 'sub' : null;
}

/** The attribute `baseline` of drawings and slides: thousandths of a percent of the font's size above the line (ECMA-376 part 1, 21.1.2.3.9). */
export function baselineScript(baseline: string | null): Script | null {
  const height = Number(baseline ?? 0);
  if (!height) return null;
  return height > 0 ? 'super' : 'sub';
}

const SUPER = new Map(
  pairs(
    '0123456789+-−–=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεφχ',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᵠᵡ',
  ),
);
const SUB = new Map(
  pairs('0123456789+-−–=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'),
);

function pairs(from: string, to: string): (readonly [string, string])[] {
  const raised = [...to];
  return [...from].map((sign, index) => [sign, raised[index] ?? sign]);
}

const TRADE_MARKS = new Map([
  ['TM', '™'],
  ['SM', '℠'],
]);
/** Two and more letters: ordinals (1st), abbreviations (Mme), units and badges. */
const WORD = /^[\p{L}\p{M}][\p{L}\p{M}\s.]+$/u;
/** `1`, `※1`, `注2`, `(3)`, `1, 2`, `4–6`: the forms of marks of notes. */
const NOTE_MARK =
  /^[(（]?(?:[※*＊†‡§¶#]+|注)?\s*[\d０-９]{1,4}(?:\s*[,、，・–-]\s*[\d０-９]{1,4})*\s*[)）]?$/u;
const BRACKETED = /^[[［【〔].*[\]］】〕]$/u;
const NUMBER = /\p{N}/u;
const LATIN = /[A-Za-zΑ-Ωα-ω]/;

/**
 * Raised or lowered text on the line, so that a number beside it stays the same number. Characters that Unicode has
 * raised or lowered are taken where all of them have one (10³, m², H₂O, 10名¹). Else digits of a mark of a note are
 * raised and its sign stays (※¹), words stay as they are (1st, 円), and the rest gets a sign of its own: `x^(2y/3)`,
 * `C_B`.
 */
export function scriptText(text: string, script: Script): string {
  const bare = text.trim();
  if (bare === '') return text;
  const start = text.slice(0, text.indexOf(bare));
  return start + onLine(bare, script) + text.slice(start.length + bare.length);
}

function onLine(text: string, script: Script): string {
  if (script === 'super') {
    const mark = TRADE_MARKS.get(text);
    if (mark !== undefined) return mark;
    if (WORD.test(text) || BRACKETED.test(text)) return text;
  }
  const table = script === 'super' ? SUPER : SUB;
  const signs = [...text.normalize('NFKC')].filter((sign) => !/\s/.test(sign));
  if (signs.every((sign) => table.has(sign))) return signs.map((sign) => table.get(sign)).join('');
  if (NOTE_MARK.test(text)) return raiseDigits(text, table);
  if (!NUMBER.test(text) && !(script === 'sub' && LATIN.test(text))) return text;
  const sign = script === 'super' ? '^' : '_';
  return signs.length === 1 ? `${sign}${text}` : `${sign}(${text})`;
}

function raiseDigits(text: string, table: ReadonlyMap<string, string>): string {
  return [...text]
    .map((sign) => (NUMBER.test(sign) ? (table.get(sign.normalize('NFKC')) ?? sign) : sign))
    .join('');
}

const MARK_PART =
  /^(?:[\s\p{P}\p{S}]|\ufe0e|\ufe0f|(?<!\p{Nd})\p{Nd}{1,3}(?!\p{Nd})|(?<!\p{L})(?:[a-z]{1,2}|[ivxlcdm]{1,7}|注|脚注|note)(?!\p{L}))*$/iu;
const MARK_LENGTH = 16;

/** Whether a text is short enough and of the form to be a mark of a note (`1`, `[2]`, `注3`, `†`, `↩`), and no word. */
export function isNoteMark(text: string): boolean {
  const bare = text.trim();
  return bare.length <= MARK_LENGTH && MARK_PART.test(bare);
}
