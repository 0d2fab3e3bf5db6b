import type { Script } from '../inline/scripts.ts';
import type { Attributes } from '../xml/scan-xml.ts';
import { OdtFonts } from './fonts.ts';

interface OdtStyle {
  parent: string;
  outline: number | null;
  list: string;
  script: Script | null;
}

const CHAIN_MAX = 20;
/** `_20_` is how names write a space. */
const HEADING_NAME = /^Heading_20_([1-6])$/;

/** Paragraph and list styles of an OpenDocument text, gathered from `styles.xml` and from the head of the text. */
export class OdtStyles {
  readonly fonts = new OdtFonts();
  private readonly styles = new Map<string, OdtStyle>();
  private readonly numbered = new Map<string, Set<number>>();
  private readonly hidden = new Set<string>();
  private style = '';
  private list = '';

  open(name: string, attributes: Attributes): void {
    this.fonts.open(name, attributes);
    if (name === 'style') {
      this.style = attributes.get('name') ?? '';
      const outline = attributes.get('default-outline-level');
      this.styles.set(this.style, {
        parent: attributes.get('parent-style-name') ?? '',
        outline: outline ? Number(outline) : null,
        list: attributes.get('list-style-name') ?? '',
        script: null,
      });
    } else if (name === 'list-style') this.list = attributes.get('name') ?? '';
    else if (name === 'list-level-style-number') {
      if ((attributes.get('num-format') ?? '') === '') return;
      const levels = this.numbered.get(this.list) ?? new Set();
      this.numbered.set(this.list, levels.add(Number(attributes.get('level'))));
    } else if (name === 'section-properties' && attributes.get('display') === 'none')
      this.hidden.add(this.style);
    else if (name === 'text-properties') this.readText(attributes);
  }

  private readText(attributes: Attributes): void {
    if (attributes.get('display') === 'none') this.hidden.add(this.style);
    const style = this.styles.get(this.style);
    if (style) style.script = scriptOf(attributes.get('text-position') ?? '') ?? style.script;
  }

  /** Raised or lowered text by the innermost style that says so. */
  scriptOf(styles: readonly string[]): Script | null {
    return styles.map((style) => this.ofStyle(style)).findLast((script) => script) ?? null;
  }

  private ofStyle(name: string): Script | null {
    let style = this.styles.get(name);
    for (let depth = 0; style && depth < CHAIN_MAX; depth++) {
      if (style.script) return style.script;
      style = this.styles.get(style.parent);
    }
    return null;
  }

  isHidden(style: string): boolean {
    return this.hidden.has(style);
  }

  /** Level of a paragraph whose style is a heading's or the title's, or null. */
  headingOf(name: string): number | null {
    let current = name;
    for (let depth = 0; depth < CHAIN_MAX && current !== ''; depth++) {
      const named = HEADING_NAME.exec(current)?.[1];
      if (named !== undefined) return Number(named);
      if (current === 'Title') return 1;
      const style = this.styles.get(current);
      if (style?.outline) return Math.min(style.outline, 6);
      current = style?.parent ?? '';
    }
    return null;
  }

  /** Whether a level of a list, counted from 1, shows numbers. */
  isNumbered(list: string, level: number): boolean {
    return this.numbered.get(list)?.has(level) ?? false;
  }
}

/** `super 58%`, `33% 58%` or `-10% 80%` (OpenDocument 1.3, part 3, 20.393). */
function scriptOf(position: string): Script | null {
  const [value = ''] = position.trim().split(/\s+/);
  if (value === 'super' || value === 'sub') return value;
  const percent = Number.parseFloat(value);
  if (!percent) return null;
  return percent > 0 ? 'super' : 'sub';
}
