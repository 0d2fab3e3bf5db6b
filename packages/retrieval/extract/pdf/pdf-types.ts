/** The part of PDF.js that is used, as its own documentation describes it. */
export interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

export interface TextContent {
  readonly items: readonly (TextItem | { readonly type: string })[];
}

export interface OutlineItem {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}
