import { getResolvedPDFJS } from 'unpdf';
import type { OpenPage } from './open-pdf.ts';
import type { PageBox } from './text-lines.ts';

/** A horizontal or vertical line that is drawn on a page, in points from its top left corner. */
export type Rule = PageBox;

type Matrix = readonly [number, number, number, number, number, number];

/** Points; a thicker one is a coloured area. */
const THICKEST = 3;
const SHORTEST = 3;
/** A page with more is a drawing. */
const RULES_MAX = 3000;

export const isAcross = ({ x, right, top, bottom }: Rule): boolean => right - x >= bottom - top;

/** The rules of a page, with those that are the sides of boxes; none when there are too many for a table. */
export async function readRules(page: OpenPage): Promise<Rule[]> {
  const { OPS } = await getResolvedPDFJS();
  const list = await page.getOperatorList().catch(() => null);
  if (!list) return [];
  const stroked = new Set([
    OPS.stroke,
    OPS.closeStroke,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
  ]);
  const filled = new Set([OPS.fill, OPS.eoFill]);
  const rules: Rule[] = [];
  const stack: Matrix[] = [];
  let matrix = matrixOf(page.getViewport({ scale: 1 }).transform);
  let annotations = 0;
  for (const [index, operator] of list.fnArray.entries()) {
    const given: readonly unknown[] = list.argsArray[index] ?? [];
    if (operator === OPS.beginAnnotation) annotations++;
    else if (operator === OPS.endAnnotation) annotations--;
    else if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (operator !== OPS.save && isNumbers(given[0])) matrix = multiply(matrix, matrixOf(given[0]));
    } else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      matrix = stack.pop() ?? matrix;
    else if (operator === OPS.transform && isNumbers(given)) matrix = multiply(matrix, matrixOf(given));
    else if (operator === OPS.constructPath && annotations === 0) {
      const paint = Number(given[0]);
      const way = stroked.has(paint) ? 'stroke' : filled.has(paint) ? 'fill' : null;
      if (way) rules.push(...rulesOfPath(given[1], matrix, way));
      if (rules.length > RULES_MAX) return [];
    }
  }
  return rules;
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return (
    (Array.isArray(value) || ArrayBuffer.isView(value)) &&
    'length' in value &&
    typeof value[0 as never] === 'number'
  );
}

function matrixOf(given: ArrayLike<number>): Matrix {
  return [given[0] ?? 1, given[1] ?? 0, given[2] ?? 0, given[3] ?? 1, given[4] ?? 0, given[5] ?? 0];
}

function multiply([a, b, c, d, e, f]: Matrix, [ga, gb, gc, gd, ge, gf]: Matrix): Matrix {
  return [
    a * ga + c * gb,
    b * ga + d * gb,
    a * gc + c * gd,
    b * gc + d * gd,
    a * ge + c * gf + e,
    b * ge + d * gf + f,
  ];
}

/** Coordinates that follow the numbers by which PDF.js writes the steps of a path: move, line, curves, close. */
const STEP_LENGTHS = [2, 2, 6, 4, 0];
const CLOSE = 4;

interface Point {
  readonly x: number;
  readonly y: number;
}

function rulesOfPath(given: unknown, matrix: Matrix, way: 'stroke' | 'fill'): Rule[] {
  const data: unknown = Array.isArray(given) ? given[0] : null;
  if (!isNumbers(data)) return [];
  const rules: Rule[] = [];
  for (const points of subpathsOf(data, matrix)) {
    if (way === 'fill') rules.push(...ruleBetween(points));
    else for (let at = 1; at < points.length; at++) rules.push(...ruleBetween(points.slice(at - 1, at + 1)));
  }
  return rules;
}

/** Parts of a path as their corners; those with curves are left out. */
function subpathsOf(data: ArrayLike<number>, [a, b, c, d, e, f]: Matrix): Point[][] {
  const paths: (Point[] | null)[] = [];
  for (let at = 0; at < data.length; ) {
    const step = data[at] ?? 0;
    const length = STEP_LENGTHS[step];
    if (length === undefined) return [];
    const x = data[at + 1] ?? 0;
    const y = data[at + 2] ?? 0;
    const point = { x: a * x + c * y + e, y: b * x + d * y + f };
    const open = paths.at(-1);
    if (step === 0) paths.push([point]);
    else if (step === 1) open?.push(point);
    else if (step === CLOSE && open?.[0]) open.push(open[0]);
    else if (step !== CLOSE) paths.splice(-1, 1, null);
    at += length + 1;
  }
  return paths.filter((path) => path !== null);
}

/** The rule that these points make, when all of them stand along one line. */
function ruleBetween(points: readonly Point[]): Rule[] {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const rule = { x: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const width = rule.right - rule.x;
  const height = rule.bottom - rule.top;
  return Math.min(width, height) <= THICKEST && Math.max(width, height) >= SHORTEST ? [rule] : [];
}
