/** @jsxImportSource preact */
import {
  FORM_FILE_BYTES,
  FORM_FILE_TYPES,
  FORM_FILES_MAX,
  type FormField,
} from '@hanasu/contract/form-definition';
import { useRef } from 'preact/hooks';
import { filesLeft, filesOf, NO_UPLOAD, type UploadNote, type UploadProblem } from './filling-state.ts';
import { FormApiError } from './form-api.ts';
import { inputId, useFormView } from './form-view.ts';
import { fill } from './words.ts';

interface FileInputProps {
  readonly field: Extract<FormField, { kind: 'file' }>;
  readonly described: string | undefined;
}

const MEGABYTE = 1_048_576;
const EXTENSIONS = '.heic';

/** Files go to the server at once; the answer says which ones they are. */
export function FileInput({ field, described }: FileInputProps) {
  const { filling, state, upload, words, language } = useFormView();
  const { running, note } = state.uploads[field.key] ?? NO_UPLOAD;
  const setNote = (next: UploadNote | null): void => filling.noteUpload(field.key, { note: next });
  const button = useRef<HTMLInputElement>(null);
  const uuids = filesOf(state, field.key);
  const size = FORM_FILE_BYTES / MEGABYTE;
  const room = Math.min(field.max - uuids.length, filesLeft(state));
  const types = FORM_FILE_TYPES.filter((type) => !field.picturesOnly || type.startsWith('image/'));

  /** Resolves with whether all of them are kept. */
  const addFiles = async (files: readonly File[]): Promise<boolean> => {
    setNote(null);
    for (const [index, file] of files.entries()) {
      const { name } = file;
      const refuse = (text: UploadNote['text'], values: UploadNote['values']): false => {
        setNote({ text, values });
        return false;
      };
      if (index >= room) return refuse('fileTooMany', { max: Math.min(field.max, FORM_FILES_MAX) });
      if (file.size > FORM_FILE_BYTES) return refuse('fileTooLarge', { name, size });
      if (file.size === 0) return refuse('fileEmpty', { name });
      const problem = await addFile(file);
      filling.noteUpload(field.key, { running: null });
      if (problem) return refuse(problem, { name, size });
      setNote({ text: 'uploaded', values: { name } });
    }
    return true;
  };
  const addFile = async (file: File) => {
    const onProgress = (share: number) =>
      filling.noteUpload(field.key, { running: { name: file.name, percent: Math.floor(share * 100) } });
    const send = async () => upload(file, { field: field.key, proof: await filling.proof(), onProgress });
    onProgress(0);
    try {
      const kept = await send().catch(async (error: unknown) => {
        if (!MAY_BE_EXPIRED.has(problemOfUpload(error)) || isOffline(error)) throw error;
        // What allows it may have expired, or was used for many files.
        await filling.renewProof();
        return send();
      });
      filling.addFile(field.key, kept);
      return null;
    } catch (error) {
      return problemOfUpload(error);
    }
  };

  return (
    <>
      <p class="help" id={`files-${field.key}`}>
        {fill(field.picturesOnly ? words.pictureHint : words.fileHint, { size, max: field.max })}
      </p>
      {uuids.length > 0 && (
        <ul class="files">
          {uuids.map((uuid) => {
            const file = state.files[uuid];
            const name = file?.name ?? '';
            return (
              <li key={uuid}>
                <span class="name">{name}</span>
                <span class="size">{file ? sizeText(file.bytes, language) : ''}</span>
                <button
                  type="button"
                  class="icon"
                  aria-label={fill(words.removeFile, { name })}
                  onClick={() => {
                    filling.removeFile(field.key, uuid);
                    setNote(null);
                    button.current?.focus();
                  }}
                >
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M3 3l10 10M13 3L3 13" />
                  </svg>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <label class={room > 0 && !running ? 'button file' : 'button file off'}>
        <input
          ref={button}
          id={inputId(field.key)}
          type="file"
          accept={[...types, EXTENSIONS].join(',')}
          multiple={field.max > 1}
          disabled={Boolean(running)}
          aria-disabled={room <= 0}
          aria-describedby={`files-${field.key} ${described ?? ''}`.trim()}
          onClick={(event) => {
            if (room > 0) return;
            event.preventDefault();
            setNote({ text: 'fileTooMany', values: { max: Math.min(field.max, FORM_FILES_MAX) } });
          }}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // The same file may be chosen again.
            currentTarget.value = '';
            filling.holdFor(field.key, addFiles(files));
          }}
        />
        {words.addFile}
      </label>
      {running && (
        <p class="upload">
          <progress value={running.percent} max={100} aria-label={fill(words.uploading, { ...running })} />
          <span>{fill(words.uploading, { ...running })}</span>
        </p>
      )}
      <p class="note" role="status">
        {note && fill(words[note.text], note.values)}
      </p>
    </>
  );
}

const isOffline = (error: unknown): boolean => error instanceof FormApiError && error.status === 0;

/** Why the server does not keep a file, by its code. */
const PROBLEMS = {
  file_too_large: 'fileTooLarge',
  body_too_large: 'fileTooLarge',
  file_empty: 'fileEmpty',
  file_infected: 'fileInfected',
  file_type_unsupported: 'fileType',
  storage_quota_reached: 'fileFull',
  scanner_unavailable: 'fileUnchecked',
  rate_limited: 'fileBusy',
} as const satisfies Record<string, UploadProblem>;
const MAY_BE_EXPIRED: ReadonlySet<UploadProblem> = new Set(['fileFailed', 'fileBusy']);

function problemOfUpload(error: unknown): UploadProblem {
  if (!(error instanceof FormApiError)) throw error;
  return Object.hasOwn(PROBLEMS, error.code) ? PROBLEMS[error.code as keyof typeof PROBLEMS] : 'fileFailed';
}

function sizeText(bytes: number, language: string): string {
  const isLarge = bytes >= MEGABYTE / 10;
  const value = isLarge ? bytes / MEGABYTE : bytes / 1024;
  const unit = isLarge ? 'megabyte' : 'kilobyte';
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(value);
}
