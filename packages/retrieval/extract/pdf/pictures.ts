import { getResolvedPDFJS } from 'unpdf';
import type { OpenPdf } from './open-pdf.ts';

/** Pages that are looked at; when all of these have pictures, the others are taken to have them too. */
const LOOK_AT = 12;
/** Letters drawn as shapes; a rule or a frame takes a few. */
const SHAPES_MIN = 100;

/** Of pages without text, those that show something: a scan has pictures, an empty page has nothing. */
export async function findUnreadPages(pdf: OpenPdf, blank: readonly number[]): Promise<number[]> {
  const shown: number[] = [];
  for (const number of blank.slice(0, LOOK_AT)) if (await showsSomething(pdf, number)) shown.push(number);
  return shown.length < LOOK_AT && blank.length > LOOK_AT
    ? lookAtRest(pdf, blank, shown)
    : [...shown, ...blank.slice(LOOK_AT)];
}

async function lookAtRest(
  pdf: OpenPdf,
  blank: readonly number[],
  shown: readonly number[],
): Promise<number[]> {
  const rest: number[] = [];
  for (const number of blank.slice(LOOK_AT)) if (await showsSomething(pdf, number)) rest.push(number);
  return [...shown, ...rest];
}

async function showsSomething(pdf: OpenPdf, number: number): Promise<boolean> {
  try {
    const { OPS } = await getResolvedPDFJS();
    const page = await pdf.getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    const pictures = new Set([
      OPS.paintImageXObject,
      OPS.paintImageMaskXObject,
      OPS.paintInlineImageXObject,
      OPS.paintInlineImageXObjectGroup,
      OPS.paintImageXObjectRepeat,
      OPS.paintImageMaskXObjectGroup,
      OPS.paintImageMaskXObjectRepeat,
    ]);
    if (fnArray.some((operator) => pictures.has(operator))) return true;
    return fnArray.filter((operator) => operator === OPS.constructPath).length > SHAPES_MIN;
  } catch {
    // A page that is damaged by itself shows nothing.
    return false;
  }
}
