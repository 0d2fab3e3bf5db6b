import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

type UploadStep =
  | { readonly type: 'begun'; readonly id: string; readonly position: number; readonly name: string }
  | { readonly type: 'ended'; readonly id: string };

const KEY = new PluginKey<DecorationSet>('uploads');

/** Marks the places of pictures that are on their way to the server. */
export const Uploads = Extension.create({
  name: 'uploads',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: KEY,
        state: {
          init: () => DecorationSet.empty,
          apply(transaction, old) {
            const marks = old.map(transaction.mapping, transaction.doc);
            const step: UploadStep | undefined = transaction.getMeta(KEY);
            if (step?.type === 'begun')
              return marks.add(transaction.doc, [
                Decoration.widget(step.position, () => makeMark(step.name), { id: step.id }),
              ]);
            return step ? marks.remove(marks.find(undefined, undefined, ({ id }) => id === step.id)) : marks;
          },
        },
        props: { decorations: (state) => KEY.getState(state) },
      }),
    ];
  },
});

function makeMark(name: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'post-upload';
  mark.textContent = name;
  mark.contentEditable = 'false';
  return mark;
}

export function beginUpload(view: EditorView, upload: { id: string; position: number; name: string }): void {
  view.dispatch(view.state.tr.setMeta(KEY, { type: 'begun', ...upload } satisfies UploadStep));
}

/** Removes the mark; where it stood, or null when its place was deleted meanwhile. */
export function endUpload(view: EditorView, id: string): number | null {
  const [mark] = KEY.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id) ?? [];
  view.dispatch(view.state.tr.setMeta(KEY, { type: 'ended', id } satisfies UploadStep));
  return mark?.from ?? null;
}
