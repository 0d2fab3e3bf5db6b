/** Characters by code from a first one on; a space stands for one without a counterpart in Unicode. */
type Run = readonly [first: number, characters: string];

/** Adobe's Symbol encoding, in the mapping that Unicode publishes (VENDORS/APPLE/SYMBOL.TXT). */
const SYMBOL: readonly Run[] = [
  [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…│─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑'],
  [0xf1, '⟩∫'],
];

/** Wingdings and its relatives, as Unicode maps them (document L2/12-368), by the nearest character that is common. */
const WINGDINGS: readonly Run[] = [
  [
    0x21,
    '✏✂✁👓🔔📖🕯☎✆✉📩📪📫📬📭📁📂📄📄📄🗄⌛⌨🖰🖲💻💾💾💾✇✍✎✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚐⚐✈☼💧❄✝✞✠✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□□❑❒⬧⧫◆❖⬥☒⍓⌘❀✿❝❞',
  ],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•▪○⭕◉◉◎◎▪□▲✦★✶✴✹✵⌖⟡⌑?✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛'],
  [0xd5, '⌫⌦'],
  [0xd8, '➢'],
  [0xdf, '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⇔⇕↖↗↙↘▭▫✗✓☒☑'],
];
const WINGDINGS_2: readonly Run[] = [
  [0x4f, '✗✓☒☑☒☒'],
  [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x97, '●●●◉◎'],
  [0xa2, '■□'],
];
const WINGDINGS_3: readonly Run[] = [
  [0x66, '←→↑↓↖↗↙↘'],
  [0x70, '▲▼△▽◀▶◁▷'],
];
const WEBDINGS: readonly Run[] = [
  [0x33, '◀▶▲▼'],
  [0x61, '✓'],
  [0x63, '□'],
  [0x67, '■'],
  [0x6e, '●'],
  [0x72, '✗'],
  [0xc8, '📞'],
];

const FONTS = new Map<string, ReadonlyMap<number, string>>(
  (
    [
      ['symbol', SYMBOL],
      ['wingdings', WINGDINGS],
      ['wingdings 2', WINGDINGS_2],
      ['wingdings 3', WINGDINGS_3],
      ['webdings', WEBDINGS],
    ] as const
  ).map(([font, runs]) => [font, tableOf(runs)]),
);

function tableOf(runs: readonly Run[]): Map<number, string> {
  return new Map(
    runs.flatMap(([first, characters]) =>
      [...characters].map((character, index) => [first + index, character] as const),
    ),
  );
}

/** A character of a symbol font in Unicode (Office keeps them at U+F000 and above); empty when there is none, or the font shows other letters. */
export function symbolText(font: string, code: number): string {
  const table = FONTS.get(font.trim().toLowerCase());
  const bare = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const known = table?.get(bare);
  if (known !== undefined) return known;
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  return table || isPrivate || code < 0x20 || code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** Text of a run with its characters of symbol fonts in Unicode; letters of such a font are signs as well. */
export function symbolRun(text: string, font: string): string {
  const table = FONTS.get(font.trim().toLowerCase());
  if (!table) return text;
  return text.replaceAll(/[\x21-\xff\uf020-\uf0ff]/g, (sign) => symbolText(font, sign.charCodeAt(0)));
}
