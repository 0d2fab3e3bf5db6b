import type { FileRejection } from '@mantine/dropzone';

/** Endings of files that can be read. */
const ENDINGS = [
  '.pdf',
  '.docx',
  '.xlsx',
  '.pptx',
  '.odt',
  '.ods',
  '.html',
  '.htm',
  '.md',
  '.markdown',
  '.txt',
  '.csv',
  '.tsv',
  '.json',
  '.epub',
] as const;

/** For the picker and the drop zone: by ending alone, because browsers know no media type for some of them. */
export const ACCEPTED: Readonly<Record<string, string[]>> = { 'application/x-document': [...ENDINGS] };

export const isAccepted = ({ name }: Pick<File, 'name'>): boolean =>
  ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** Which sentence fits a refused file. */
export function rejectionKey({
  file,
  errors,
}: {
  readonly file: File;
  readonly errors: FileRejection['errors'];
}): 'rejectedType' | 'rejectedSize' | 'rejectedEmpty' {
  if (file.size === 0) return 'rejectedEmpty';
  return errors.some(({ code }) => code === 'file-too-large') ? 'rejectedSize' : 'rejectedType';
}

/** Folder that a file was dropped or chosen with, `a/b`; empty: none. */
export function folderOf(file: File & { readonly path?: string }): string {
  const path = file.webkitRelativePath || file.path || '';
  return path
    .split('/')
    .slice(0, -1)
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}
