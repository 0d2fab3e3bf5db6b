import type { ChannelManifest, SendableKind } from '@hanasu/channels/spec/manifest';
import { MEDIA_TYPES } from '../../../entities/message/media/send-media.ts';

type FileKind = 'image' | 'video' | 'audio' | 'file';

/** As what a file goes out. */
function fileKind({ type }: Pick<File, 'type'>): FileKind {
  const family = type.split('/')[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'file';
}

export type FileTrouble = { kind: 'empty' } | { kind: 'unsupported' } | { kind: 'too_large'; limit: number };

/** Why a channel would not take a file; null when it does. The server decides in the end. */
export function fileTrouble(
  file: Pick<File, 'type' | 'size'>,
  manifest: Pick<ChannelManifest, 'capabilities' | 'limits'> | undefined,
): FileTrouble | null {
  if (file.size === 0) return { kind: 'empty' };
  const kind = fileKind(file);
  const sends: readonly SendableKind[] = manifest?.capabilities.sends ?? [];
  if (!sends.includes(kind)) return { kind: 'unsupported' };
  const limit = manifest?.limits.fileBytes[kind];
  return limit !== undefined && file.size > limit ? { kind: 'too_large', limit } : null;
}

const FILE_KINDS = ['image', 'video', 'audio', 'file'] as const satisfies readonly FileKind[];
const ACCEPTED = {
  ...MEDIA_TYPES,
  file: 'application/pdf,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.csv,.txt,.zip',
} as const satisfies Record<FileKind, string>;

/** For a file field: what the channel takes; empty when it takes no files. */
export const acceptedFiles = (sends: readonly SendableKind[]): string =>
  FILE_KINDS.filter((kind) => sends.includes(kind))
    .map((kind) => ACCEPTED[kind])
    .join(',');
