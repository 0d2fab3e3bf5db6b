/** The part that is used; the published types bring those of a browser with them. */
declare module 'opentype.js' {
  export interface Font {
    readonly unitsPerEm: number;
    readonly ascender: number;
    /** Below 0. */
    readonly descender: number;
    /** 0: the font lacks it. */
    charToGlyphIndex(character: string): number;
    getAdvanceWidth(text: string, fontSize: number): number;
    getPath(text: string, x: number, y: number, fontSize: number): { toPathData(decimals: number): string };
  }
  const opentype: {
    parse(content: ArrayBuffer, options: { readonly lowMemory: boolean }): Font;
  };
  export default opentype;
}
