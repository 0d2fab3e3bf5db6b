/** The part that is used; the published types bring those of a browser with them. */
declare module 'opentype.js' {
  /** Coordinates by their names, as far as the kind of command has them. */
  type PathCommand = {
    readonly type: 'M' | 'L' | 'C' | 'Q' | 'Z';
  } & Readonly<Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>>;
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    /** Below 0. */
    readonly descender: number;
    /** 0: the font lacks it. */
    charToGlyphIndex(character: string): number;
    getAdvanceWidth(text: string, fontSize: number): number;
    getPath(
      text: string,
      x: number,
      y: number,
      fontSize: number,
    ): { readonly commands: readonly PathCommand[] };
  }
  const opentype: {
    parse(content: ArrayBuffer, options: { readonly lowMemory: boolean }): Font;
  };
  export default opentype;
}
