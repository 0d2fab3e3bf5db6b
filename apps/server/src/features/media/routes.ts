import { uploadMedia as contract } from '@hanasu/contract/media';
import type { Implement } from '../../platform/http/implement.ts';
import type { MediaDependencies } from './dependencies.ts';
import { uploadMedia } from './use-cases/upload-media.ts';

/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024;

export function addMediaRoutes(implement: Implement, dependencies: MediaDependencies): void {
  implement(contract, (_input, { session, request }) => uploadMedia(dependencies, session, request), {
    bodyLimit: dependencies.maxUploadBytes + FORM_BYTES,
    parseBody: false,
  });
}
