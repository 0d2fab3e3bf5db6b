import { createContext, use } from 'react';
import { newId } from '../../../shell/new-id.ts';
import type { Size } from './area-geometry.ts';
import type { Picture, PictureArea } from './picture-draft.ts';

const ID_LENGTH = 12;
/** Of a new page or area. */
export const newPartId = (): string => newId().replaceAll('-', '').slice(-ID_LENGTH);

/** A picture with tap areas that is edited: the page of a menu, or a rich message. */
export interface PictureEditing {
  readonly drawn: Picture;
  /** The picture as the server takes it; this one is drawn. */
  readonly known: Picture;
  /** Pixels that areas are given in. */
  readonly size: Size;
  /** `group`: steps of one group are undone together. */
  readonly editPicture: (change: <Drawn extends Picture>(drawn: Drawn) => Drawn, group?: string) => void;
  readonly mayEdit: boolean;
  readonly areasMax: number;
  readonly labelMax: number;
  /** Chosen; of the areas or `VIDEO_ID`. */
  readonly areaId: string | null;
  readonly setArea: (areaId: string | null) => void;
  /** What a tap does, in a few words. */
  readonly wordsOf: (area: PictureArea) => string;
  /** Ids of areas that lack something. */
  readonly wrong: ReadonlySet<string | null>;
  /** Present where the picture may have any height: gives it the proportions of an upload. */
  readonly fitHeight?: (proportions: Size) => void;
}
export const PictureEditingContext = createContext<PictureEditing | null>(null);

/** The picture that the page around edits. */
export function usePictureEditing(): PictureEditing {
  const editing = use(PictureEditingContext);
  if (!editing) throw new Error('there is no picture to edit around this');
  return editing;
}
