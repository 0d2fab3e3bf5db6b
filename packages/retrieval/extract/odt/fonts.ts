import { type OldFont, oldFontOf } from '../fonts/old-vietnamese.ts';
import type { Attributes } from '../xml/scan-xml.ts';

const CHAIN_MAX = 20;
/** The name under which the document's own font is kept: no style can have it. */
const USUAL = '\0';

/** Fonts of the styles of an OpenDocument file. */
export class OdtFonts {
  private readonly families = new Map<string, string>();
  private readonly styles = new Map<string, { readonly parent: string; font: string | null }>();
  private style = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'font-face')
      this.families.set(attributes.get('name') ?? '', bare(attributes.get('font-family') ?? ''));
    else if (name === 'style') {
      this.style = attributes.get('name') ?? '';
      this.styles.set(this.style, { parent: attributes.get('parent-style-name') ?? '', font: null });
    } else if (name === 'default-style') {
      this.style = attributes.get('family') === 'paragraph' ? USUAL : '';
      if (this.style !== '') this.styles.set(USUAL, { parent: '', font: null });
    } else if (name === 'text-properties') this.readFont(attributes);
  }

  /** By the innermost style that names a font, else the document's own. */
  oldFont(styles: readonly string[]): OldFont | null {
    if (this.styles.size === 0) return null;
    for (const style of styles.toReversed()) {
      const font = this.ofStyle(style);
      if (font !== null) return oldFontOf(font);
    }
    return oldFontOf(this.styles.get(USUAL)?.font);
  }

  private readFont(attributes: Attributes): void {
    const style = this.styles.get(this.style);
    const named = attributes.get('font-name');
    const family = attributes.get('font-family');
    if (!style || (named === null && family === null)) return;
    style.font = named === null ? bare(family ?? '') : (this.families.get(named) ?? named);
  }

  private ofStyle(name: string): string | null {
    let style = this.styles.get(name);
    for (let depth = 0; style && depth < CHAIN_MAX; depth++) {
      if (style.font !== null) return style.font;
      style = this.styles.get(style.parent);
    }
    return null;
  }
}

const bare = (family: string): string => family.replaceAll(/^['"]|['"]$/g, '');
