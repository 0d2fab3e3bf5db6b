import { type OldFont, oldFontOf } from '../fonts/old-vietnamese.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes } from '../xml/scan-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';

interface StyleFont {
  font: string | null;
  basedOn: string;
}

const CHAIN_MAX = 20;

/** Fonts that the runs of a Word document get from its styles, its defaults and its theme. */
export class DocxFonts {
  readonly styles = new Map<string, StyleFont>();
  /** Typefaces of the theme for Latin letters, by `major` and `minor`. */
  readonly theme = new Map<string, string>();
  /** The style of paragraphs that name none. */
  paragraphStyle = '';
  usual: string | null = null;

  /** The font that an element names for letters beyond ASCII; null when it names none. */
  named(attributes: Attributes): string | null {
    const theme = attributes.get('hAnsiTheme') ?? attributes.get('asciiTheme');
    // A theme's font comes before one by its name.
    if (theme !== null) return this.theme.get(theme.slice(0, 'major'.length)) ?? '';
    return attributes.get('hAnsi') ?? attributes.get('ascii');
  }

  /** What a run shows by: its own font, else that of its style, its paragraph's style and the document. */
  oldFont(
    run: { readonly font: string | null; readonly style: string },
    paragraphStyle: string,
  ): OldFont | null {
    return oldFontOf(
      run.font ??
        this.ofStyle(run.style) ??
        this.ofStyle(paragraphStyle === '' ? this.paragraphStyle : paragraphStyle) ??
        this.usual,
    );
  }

  private ofStyle(id: string): string | null {
    let style = this.styles.get(id);
    for (let depth = 0; style && depth < CHAIN_MAX; depth++) {
      if (style.font !== null) return style.font;
      style = this.styles.get(style.basedOn);
    }
    return null;
  }
}

/** Reads the fonts of styles, and of the theme that they may refer to. */
export async function readDocxFonts(
  archive: ZipArchive,
  { styles, theme }: { readonly styles: string; readonly theme: string },
): Promise<DocxFonts> {
  const fonts = new DocxFonts();
  await readTheme(archive, theme, fonts);
  let current: StyleFont | null = null;
  let isDefault = false;
  await readXml(archive.read(styles), {
    open(name, attributes) {
      if (name === 'style') {
        const id = attributes.get('styleId') ?? '';
        current = { font: null, basedOn: '' };
        fonts.styles.set(id, current);
        const isParagraph = (attributes.get('type') ?? 'paragraph') === 'paragraph';
        if (isParagraph && /^(?:1|true|on)$/.test(attributes.get('default') ?? '')) fonts.paragraphStyle = id;
      } else if (name === 'rPrDefault') isDefault = true;
      else if (name === 'basedOn' && current) current.basedOn = attributes.get('val') ?? '';
      else if (name === 'rFonts' && current) current.font = fonts.named(attributes);
      else if (name === 'rFonts' && isDefault) fonts.usual = fonts.named(attributes);
    },
    close(name) {
      if (name === 'style') current = null;
      else if (name === 'rPrDefault') isDefault = false;
    },
    text() {},
  });
  return fonts;
}

async function readTheme(archive: ZipArchive, path: string, fonts: DocxFonts): Promise<void> {
  let part = '';
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'majorFont' || name === 'minorFont') part = name.slice(0, 'major'.length);
      else if (name === 'latin' && part !== '') fonts.theme.set(part, attributes.get('typeface') ?? '');
    },
    close(name) {
      if (name === 'majorFont' || name === 'minorFont') part = '';
    },
    text() {},
  });
}
