import type { UploadView } from '@hanasu/contract/documents';
import type { UploadRow } from '../uploads.store.ts';

export const uploadView = ({
  uuid,
  fileName,
  folder,
  bytes,
  received,
  result,
  createdAt,
}: UploadRow): UploadView => ({
  uuid,
  fileName,
  folder,
  bytes,
  received,
  result,
  createdAt: createdAt.toISOString(),
});
