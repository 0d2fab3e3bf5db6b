import { type OldFont, oldFontOf, readOldText } from '../fonts/old-vietnamese.ts';
import { InlineText } from '../inline/inline-text.ts';
import { type Script, verticalScript } from '../inline/scripts.ts';
import type { Attributes } from '../xml/scan-xml.ts';
import { decodeXstringRuns } from '../xml/xstring.ts';

interface TextRun {
  readonly text: string;
  /** Null: the font of the cell. */
  readonly font: string | null;
  readonly script: Script | null;
}

/** A string of a workbook; in its runs only where they name fonts, or are raised or lowered. */
export type CellText = string | readonly TextRun[];

/** Gathers a string from its elements (CT_Rst), without how its words are read. */
export class RichTextReader {
  private runs: { text: string; font: string | null; script: Script | null }[] = [];
  private isReading = false;
  private isPhonetic = false;

  open(name: string, attributes: Attributes): void {
    // How a Japanese word is read stands beside it; it is not part of the text.
    if (name === 'rPh') this.isPhonetic = true;
    else if (name === 't') this.isReading = !this.isPhonetic;
    else if (name === 'r') this.openRun();
    else this.openFormat(name, attributes.get('val'));
  }

  private openRun(): void {
    this.runs.push({ text: '', font: null, script: null });
  }

  private openFormat(name: string, value: string | null): void {
    const run = this.runs.at(-1);
    if (run && name === 'rFont') run.font = value;
    else if (run && name === 'vertAlign') run.script = verticalScript(value ?? '');
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    else if (name === 't') this.isReading = false;
  }

  text(text: string): void {
    if (!this.isReading) return;
    if (this.runs.length === 0) this.openRun();
    const run = this.runs.at(-1);
    if (run) run.text += text;
  }

  /** The string that was gathered; the next one begins empty. */
  take(): CellText {
    if (this.runs.length === 0) return '';
    const texts = decodeXstringRuns(this.runs.map(({ text }) => text));
    const runs = this.runs.map((run, index) => ({ ...run, text: texts[index] ?? '' }));
    this.runs = [];
    return runs.some(({ font, script }) => font !== null || script !== null) ? runs : texts.join('');
  }
}

/** The text of a string in a cell of this font. */
export function readCellText(text: CellText, font: OldFont | null): string {
  if (typeof text === 'string') return font ? readOldText(text, font) : text;
  const read = new InlineText();
  for (const run of text)
    read.add(run.text, { script: run.script, oldFont: run.font === null ? font : oldFontOf(run.font) });
  return read.plain();
}
