/** What a server says its answer is. */
export interface MediaType {
  readonly kind: 'html' | 'document' | 'other';
  readonly type: string;
  readonly charset: string | null;
}

/** Documents by media type, with the ending their file gets when its address has none. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/epub+zip': 'epub',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
};
const NAMED = /\.(pdf|docx|xlsx|pptx|odt|ods|epub|txt|md|csv)$/i;
const NAME_LENGTH = 200;

/** Nothing said counts as HTML, as in browsers; so does a file that is only known by its name. */
export function mediaTypeOf(contentType: string | null, address: string): MediaType {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null;
  if (type === '' || type === 'text/html' || type === 'application/xhtml+xml') {
    return { kind: 'html', type: 'text/html', charset };
  }
  const isFile = type === 'application/octet-stream' && NAMED.test(new URL(address).pathname);
  return { kind: isFile || Object.hasOwn(DOCUMENTS, type) ? 'document' : 'other', type, charset };
}

/** The name of the file that is kept of an address: the reader goes by its ending. */
export function fileNameOf(address: string, { kind, type }: MediaType): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').findLast(Boolean) ?? hostname;
  const name = readable(last)
    .replaceAll(/[\p{Cc}/\\]/gu, '')
    .slice(0, NAME_LENGTH)
    .toWellFormed();
  if (kind === 'html') return `${name.replace(/\.(x?html?|php|aspx?|jsp)$/i, '')}.html`;
  return NAMED.test(name) ? name : `${name}.${DOCUMENTS[type] ?? 'txt'}`;
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
