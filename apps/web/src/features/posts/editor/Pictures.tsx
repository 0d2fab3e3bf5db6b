import type { MediaId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import { Button, Group, Modal, Skeleton, Stack, Textarea } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { createContext, type FormEvent, use, useState } from 'react';
import { MediaChoice } from '../../../entities/message/media/MediaField.tsx';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { MediaMap } from '../edit/use-media-map.ts';
import classes from './Editor.module.css';
import { insertPicture } from './use-picture-uploads.ts';

/** A picture in the editor, with its caption; what it lacks for readers who don't see it is marked. */
export function FigureView({ node, getPos, selected }: NodeViewProps) {
  const { t } = useWords();
  const { media, mayEdit, onEdit } = usePictures();
  const { alt } = node.attrs;
  const view = media.get(node.attrs.media);
  const isLacking = !alt?.trim();
  const edit = () => {
    const position = getPos();
    if (position !== undefined) onEdit(position);
  };
  return (
    <NodeViewWrapper as="figure" className={classes.figure} data-selected={selected || undefined}>
      <div contentEditable={false} data-drag-handle>
        {view?.url ? (
          <img src={view.url} alt={alt ?? ''} width={node.attrs.width} height={node.attrs.height} />
        ) : (
          <Skeleton height={180} animate={false} aria-hidden />
        )}
        {mayEdit && (
          <button type="button" className={classes.alt} data-lacking={isLacking || undefined} onClick={edit}>
            <Icon name={isLacking ? 'triangle-alert' : 'pencil'} size={14} />
            <span>{isLacking ? t('postEditor.altMissing') : t('postEditor.altIs', { alt })}</span>
          </button>
        )}
      </div>
      <NodeViewContent<'figcaption'>
        as="figcaption"
        data-empty={node.content.size === 0 || undefined}
        data-placeholder={t('postEditor.caption')}
      />
    </NodeViewWrapper>
  );
}

/** Attributes of a picture of the post. */
export interface PictureAttributes {
  readonly media: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

interface PictureContextValue {
  readonly media: ReadonlyMap<string, MediaView>;
  readonly mayEdit: boolean;
  /** Opens the picture that stands there for a change. */
  readonly onEdit: (position: number) => void;
}

/** What pictures of the editor need of the page. */
export const PictureContext = createContext<PictureContextValue | null>(null);

function usePictures(): PictureContextValue {
  const value = use(PictureContext);
  if (!value) throw new Error('a picture stands outside of the editor');
  return value;
}

const ALT_MAX = 300;

interface PictureDialogProps {
  editor: Editor;
  /** Of the picture that is changed; null: one is added; undefined: closed. */
  position: number | null | undefined;
  media: MediaMap;
  onClose: () => void;
}

/** Chooses a picture, and asks what it shows. */
export function PictureDialog(props: PictureDialogProps) {
  const { t } = useWords();
  const { position, onClose } = props;
  return (
    <Modal
      opened={position !== undefined}
      onClose={onClose}
      title={t(position === null ? 'postEditor.pictureAdd' : 'postEditor.pictureChange')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {position !== undefined && <PictureForm {...props} position={position} />}
    </Modal>
  );
}

function PictureForm({ editor, position, media, onClose }: PictureDialogProps & { position: number | null }) {
  const { t } = useWords();
  const given = position === null ? null : (editor.state.doc.nodeAt(position)?.attrs as PictureAttributes);
  const [uuid, setUuid] = useState((given?.media ?? null) as MediaId | null);
  const [alt, setAlt] = useState(given?.alt ?? '');
  const chosen = uuid === null ? undefined : media.known.get(uuid);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!chosen) return;
    onClose();
    if (position === null) return insertPicture(editor, { media: chosen, position, alt: alt.trim() });
    const { width, height } = chosen;
    const attrs = { media: chosen.uuid, alt: alt.trim(), width, height };
    editor.chain().setNodeSelection(position).updateAttributes('figure', attrs).focus().run();
  };
  const remove = () => {
    onClose();
    if (position !== null) editor.chain().focus().setNodeSelection(position).deleteSelection().run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <MediaChoice
          kind="image"
          label={t('postEditor.picture')}
          hint={t('postEditor.pictureHelp')}
          value={uuid}
          onChange={setUuid}
          media={media.known}
          addMedia={media.add}
          mayEdit
        />
        <Textarea
          label={t('postEdit.alt')}
          description={t('postEdit.altHelp')}
          autosize
          minRows={2}
          maxLength={ALT_MAX}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          {...(given && { 'data-autofocus': true })}
        />
        <Group justify="flex-end" gap="xs">
          {given && (
            <Button variant="default" color="red" onClick={remove} mr="auto">
              {t('postEditor.pictureRemove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" disabled={!chosen}>
            {t(given ? 'shell.save' : 'postEditor.pictureInsert')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
