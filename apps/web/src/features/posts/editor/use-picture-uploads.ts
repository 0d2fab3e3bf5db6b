import type { MediaView } from '@hanasu/contract/media';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { isOfKind, sendMedia } from '../../../entities/message/media/send-media.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { newId } from '../../../shell/new-id.ts';
import { beginUpload, endUpload } from './uploads.ts';

interface RunningUpload {
  readonly id: string;
  readonly name: string;
}

interface UploadPlace {
  readonly editor: Editor;
  readonly position: number;
}

/** Puts files of pictures into the text: their places are marked until they are on the server. */
export function usePictureUploads(onStored: (media: MediaView) => void) {
  const { t } = useWords();
  const [running, setRunning] = useState<readonly RunningUpload[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [dropped, setDropped] = useState(0);
  const aborter = useRef<AbortController>(null);
  useEffect(() => {
    const mine = new AbortController();
    aborter.current = mine;
    return () => mine.abort();
  }, []);
  const send = async (file: File, { editor, position }: UploadPlace) => {
    const upload = { id: newId(), name: file.name };
    beginUpload(editor.view, { ...upload, position });
    setRunning((old) => [...old, upload]);
    try {
      const { signal } = aborter.current ?? new AbortController();
      const stored = await sendMedia(file, { signal });
      onStored(stored);
      const place = endUpload(editor.view, upload.id);
      if (place !== null) insertPicture(editor, { media: stored, position: place, alt: '' });
    } catch (error) {
      if (isApiError(error, 'aborted')) return;
      endUpload(editor.view, upload.id);
      setProblem(t('postEditor.uploadFailed', { name: file.name, reason: errorMessage(error) }));
    }
    setRunning((old) => old.filter(({ id }) => id !== upload.id));
  };
  return {
    running,
    problem,
    dropped,
    /** Takes those files that are pictures; false: none is. */
    take(files: readonly File[], place: UploadPlace): boolean {
      const pictures = files.filter(({ type }) => isOfKind(type, 'image'));
      for (const file of pictures) void send(file, place);
      return pictures.length > 0;
    },
    /** Says that pictures of other places were left out. */
    reportDropped: (count: number) => setDropped(count),
    clear() {
      setProblem(null);
      setDropped(0);
    },
  };
}
export type PictureUploads = ReturnType<typeof usePictureUploads>;

interface InsertedPicture {
  readonly media: MediaView;
  /** Null: where the cursor is. */
  readonly position: number | null;
  readonly alt: string;
}

export function insertPicture(editor: Editor, { media, position, alt }: InsertedPicture): void {
  const figure = {
    type: 'figure',
    attrs: { media: media.uuid, alt, width: media.width, height: media.height },
  };
  const chain = editor.chain();
  if (position === null) chain.focus().insertContent(figure).run();
  else chain.insertContentAt(position, figure).run();
}
