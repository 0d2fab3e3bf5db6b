import { getResolvedPDFJS } from 'unpdf';
import { cleanCharacters, isJapanese } from './characters.ts';
import type { OpenPage } from './open-pdf.ts';
import type { PageBox } from './text-lines.ts';

/** A link to an address, with the text of the page under it. */
export interface PageLink {
  readonly address: string;
  readonly covered: string;
  readonly boxes: readonly PageBox[];
}

/** Text that a viewer shows on the page and that is not in its content: what a field was filled with, or a note. */
export interface ShownText {
  readonly text: string;
  readonly box: PageBox;
  /** For a box that was ticked: what it stands for, where the page does not say it. */
  readonly option?: string;
}

interface PageAnnotations {
  readonly links: readonly PageLink[];
  readonly texts: readonly ShownText[];
}

/** Flags of an annotation that no viewer shows (ISO 32000-2, table 167). */
const HIDDEN = 2;
const NO_VIEW = 32;

/** The part of the annotations of PDF.js that is used, as its own documentation describes it. */
interface Annotation {
  readonly id: string;
  readonly subtype: string;
  readonly annotationFlags: number;
  readonly rect: readonly number[];
  readonly quadPoints?: Readonly<Record<number, number>> | null;
  readonly hasAppearance?: boolean;
  readonly contentsObj?: { readonly str?: string };
  readonly textContent?: readonly string[];
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly overlaidText?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string | null;
  readonly buttonValue?: string | null;
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
}

/** Links and shown texts of a page. Damaged annotations are left out. */
export async function readAnnotations(page: OpenPage): Promise<PageAnnotations> {
  const found: readonly Annotation[] = await page.getAnnotations().catch(() => []);
  const shown = found.filter(isShown);
  const { transform } = page.getViewport({ scale: 1 });
  const drawn = shown.some(needsDrawing) ? await readDrawnTexts(page) : new Map<string, string>();
  return {
    links: shown.flatMap((each) => linkOf(each, transform)),
    texts: shown.flatMap((each) => textOf(each, transform, drawn)),
  };
}

function isShown({ annotationFlags, rect }: Annotation): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  return (annotationFlags & (HIDDEN | NO_VIEW)) === 0 && right - left > 0.5 && top - bottom > 0.5;
}

type Matrix = readonly number[];

function boxOf(corners: readonly number[], [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): PageBox {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const x = corners[at] ?? 0;
    const y = corners[at + 1] ?? 0;
    xs.push(a * x + c * y + e);
    ys.push(b * x + d * y + f);
  }
  return { x: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function linkOf(
  { subtype, url, unsafeUrl, overlaidText, rect, quadPoints }: Annotation,
  matrix: Matrix,
): PageLink[] {
  if (subtype !== 'Link' || !url) return [];
  // PDF.js checks `url` and writes it in its own way; the file's own writing has the scheme or it is no whole address.
  const address = unsafeUrl && /^[a-z][a-z0-9+.-]*:/i.test(unsafeUrl) ? unsafeUrl : url;
  const quads = Object.values(quadPoints ?? {});
  const boxes: PageBox[] = [];
  for (let at = 0; at + 8 <= quads.length; at += 8) boxes.push(boxOf(quads.slice(at, at + 8), matrix));
  return [{ address, covered: overlaidText ?? '', boxes: boxes.length > 0 ? boxes : [boxOf(rect, matrix)] }];
}

function textOf(each: Annotation, matrix: Matrix, drawn: ReadonlyMap<string, string>): ShownText[] {
  const box = boxOf(each.rect, matrix);
  if (each.subtype === 'Widget' && (each.checkBox || each.radioButton)) return tickOf(each, box);
  const text = (shownValue(each) ?? drawn.get(each.id) ?? '')
    .split(/\s*[\r\n\u2028\u2029]\s*/)
    .map((line) => cleanCharacters(line, isJapanese(line)).trim())
    .filter((line) => line !== '')
    .join('\n');
  return text === '' ? [] : [{ text, box }];
}

/** What a field holds or a note says; undefined when only its drawing could say it. */
function shownValue(each: Annotation): string | undefined {
  const { subtype, fieldType, fieldValue, textContent, options } = each;
  const written = textContent?.join('\n');
  if (subtype === 'FreeText') return each.contentsObj?.str?.trim() || written;
  if (subtype === 'Stamp') return undefined;
  if (subtype !== 'Widget' || fieldType === 'Btn' || each.password) return '';
  if (fieldType === 'Sig') return undefined;
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((v) => typeof v === 'string');
  const shown = values.map((v) => options?.find((option) => option.exportValue === v)?.displayValue ?? v);
  return shown.join(', ').trim() || written || '';
}

/** A box that was ticked, or the chosen one of several. */
export const TICK = '☑';
/** Names of a ticked state that say nothing of what was chosen. */
const MERE_STATE = /^(?:\d*|on|off|yes|true|x|checked|selected|choice\d*|はい)$/i;

function tickOf({ checkBox, fieldValue, exportValue, buttonValue }: Annotation, box: PageBox): ShownText[] {
  const own = (checkBox ? exportValue : buttonValue) ?? null;
  if (typeof fieldValue !== 'string' || fieldValue === '' || fieldValue === 'Off') return [];
  if (own === null ? !checkBox : own !== fieldValue) return [];
  return [{ text: TICK, box, ...(MERE_STATE.test(fieldValue.trim()) ? {} : { option: fieldValue.trim() }) }];
}

/** Stamps and signatures have their text in their drawing only. */
function needsDrawing({ subtype, fieldType, hasAppearance, contentsObj, textContent }: Annotation): boolean {
  if (!hasAppearance) return false;
  if (subtype === 'FreeText') return !contentsObj?.str?.trim() && !textContent;
  return subtype === 'Stamp' || (subtype === 'Widget' && fieldType === 'Sig');
}

/** Text of the drawings of annotations, by their id. */
async function readDrawnTexts(page: OpenPage): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const { OPS } = await getResolvedPDFJS();
  const list = await page.getOperatorList().catch(() => null);
  let id: string | null = null;
  let text = '';
  for (const [index, operator] of (list?.fnArray ?? []).entries()) {
    const given: readonly unknown[] = list?.argsArray[index] ?? [];
    if (operator === OPS.beginAnnotation) {
      id = String(given[0]);
      text = '';
    } else if (operator === OPS.endAnnotation) {
      if (id !== null) texts.set(id, text);
      id = null;
    } else if (operator === OPS.showText) text += glyphsText(given[0]);
    else if (operator === OPS.nextLine || (operator === OPS.moveText && given[1] !== 0)) text += '\n';
    else if (operator === OPS.setTextMatrix) text += '\n';
  }
  return texts;
}

/** From one glyph to the next, in thousandths of their size: a space. */
const SPACE = -200;

/** Text of what PDF.js shows at once: glyphs, and numbers for the distances between them. */
function glyphsText(glyphs: unknown): string {
  if (!Array.isArray(glyphs)) return '';
  return glyphs
    .map((glyph: unknown) => {
      if (typeof glyph === 'number') return glyph < SPACE ? ' ' : '';
      const isGlyph = typeof glyph === 'object' && glyph !== null && 'unicode' in glyph;
      return isGlyph && typeof glyph.unicode === 'string' ? glyph.unicode : '';
    })
    .join('');
}
