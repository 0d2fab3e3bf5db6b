/** What can be read, with the media type to keep and the endings of file names. Without imports, so that the web has it too. */
export const DOCUMENT_TYPES = {
  pdf: { mediaType: 'application/pdf', extensions: ['pdf'] },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx', 'docm', 'dotx'],
  },
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm', 'xltx'],
  },
  pptx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'pptm', 'ppsx'],
  },
  odt: { mediaType: 'application/vnd.oasis.opendocument.text', extensions: ['odt', 'ott'] },
  ods: { mediaType: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods', 'ots'] },
  html: { mediaType: 'text/html', extensions: ['html', 'htm', 'xhtml'] },
  markdown: { mediaType: 'text/markdown', extensions: ['md', 'markdown', 'mdown', 'mkd'] },
  text: { mediaType: 'text/plain', extensions: ['txt', 'text', 'log'] },
  csv: { mediaType: 'text/csv', extensions: ['csv', 'tsv', 'tab'] },
  json: { mediaType: 'application/json', extensions: ['json', 'jsonl', 'ndjson'] },
  epub: { mediaType: 'application/epub+zip', extensions: ['epub'] },
} as const satisfies Readonly<
  Record<string, { readonly mediaType: string; readonly extensions: readonly string[] }>
>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

const TYPES = Object.keys(DOCUMENT_TYPES) as DocumentType[];

/** Type of a media type, parameters left out; null when it is none of those that can be read. */
export function typeOfMediaType(mediaType: string): DocumentType | null {
  const bare = mediaType.split(';')[0]?.trim().toLowerCase();
  return TYPES.find((type) => DOCUMENT_TYPES[type].mediaType === bare) ?? null;
}

/** Endings of the files that can be read, without the dot. */
export const DOCUMENT_EXTENSIONS: readonly string[] = Object.values(DOCUMENT_TYPES).flatMap(
  ({ extensions }) => extensions,
);

const TYPE_OF_EXTENSION: ReadonlyMap<string, DocumentType> = new Map(
  TYPES.flatMap((type) => DOCUMENT_TYPES[type].extensions.map((extension) => [extension, type] as const)),
);

/** Type by a file's name only; null when its ending is none of those that can be read. */
export function typeOfName(fileName: string): DocumentType | null {
  const extension = /\.([^./\\]*)$/.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined ? null : (TYPE_OF_EXTENSION.get(extension) ?? null);
}
