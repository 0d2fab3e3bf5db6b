import { appendOldText, type OldFont, oldFontOf, readOldText } from '../fonts/old-vietnamese.ts';
import type { Attributes } from '../xml/scan-xml.ts';
import { decodeXstringRuns } from '../xml/xstring.ts';

interface TextRun {
  readonly text: string;
  /** Null: the font of the cell. */
  readonly font: string | null;
}

/** A string of a workbook; in its runs only where they name fonts. */
export type CellText = string | readonly TextRun[];

/** Gathers a string from its elements (CT_Rst), without how its words are read. */
export class RichTextReader {
  private runs: { text: string; font: string | null }[] = [];
  private isReading = false;
  private isPhonetic = false;

  open(name: string, attributes: Attributes): void {
    // How a Japanese word is read stands beside it; it is not part of the text.
    if (name === 'rPh') this.isPhonetic = true;
    else if (name === 't') this.isReading = !this.isPhonetic;
    else if (name === 'r') this.runs.push({ text: '', font: null });
    else if (name === 'rFont') {
      const run = this.runs.at(-1);
      if (run) run.font = attributes.get('val');
    }
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    else if (name === 't') this.isReading = false;
  }

  text(text: string): void {
    if (!this.isReading) return;
    if (this.runs.length === 0) this.runs.push({ text: '', font: null });
    const run = this.runs.at(-1);
    if (run) run.text += text;
  }

  /** The string that was gathered; the next one begins empty. */
  take(): CellText {
    if (this.runs.length === 0) return '';
    const texts = decodeXstringRuns(this.runs.map(({ text }) => text));
    const runs = texts.map((text, index) => ({ text, font: this.runs[index]?.font ?? null }));
    this.runs = [];
    return runs.some(({ font }) => font !== null) ? runs : texts.join('');
  }
}

/** The text of a string in a cell of this font. */
export function readCellText(text: CellText, font: OldFont | null): string {
  if (typeof text === 'string') return font ? readOldText(text, font) : text;
  let read = '';
  for (const run of text) {
    const own = run.font === null ? font : oldFontOf(run.font);
    read = own ? appendOldText(read, run.text, own) : read + run.text;
  }
  return read;
}
