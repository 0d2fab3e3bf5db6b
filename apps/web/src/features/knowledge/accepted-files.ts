import type { FileRejection } from '@mantine/dropzone';

/** By ending as well: browsers know no media type for Markdown. */
export const ACCEPTED = {
  'application/pdf': ['.pdf'],
  'text/markdown': ['.md', '.markdown'],
  'text/plain': ['.txt'],
} as const satisfies Record<string, readonly string[]>;

/** Which sentence fits a refused file. */
export function rejectionKey({
  file,
  errors,
}: FileRejection): 'rejectedType' | 'rejectedSize' | 'rejectedEmpty' {
  if (file.size === 0) return 'rejectedEmpty';
  return errors.some(({ code }) => code === 'file-too-large') ? 'rejectedSize' : 'rejectedType';
}
