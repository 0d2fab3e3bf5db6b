/** A stretch of a text that is shown in some way; offsets and lengths are UTF-16 units, as the vendor counts. */
export interface Entity {
  readonly type:
    | 'bold'
    | 'italic'
    | 'strikethrough'
    | 'code'
    | 'pre'
    | 'blockquote'
    | 'text_link'
    | 'underline';
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

export interface RichText {
  readonly text: string;
  readonly entities: readonly Entity[];
}

export type Style = Pick<Entity, 'type' | 'url' | 'language'>;

/** Writes a text whose marks need no escaping, because they stand beside it. */
export interface RichWriter {
  write(text: string): void;
  /** What `inside` writes is shown so; nothing is marked where nothing is written. */
  styled(style: Style, inside: () => void): void;
  /** Lines that `inside` begins stand behind this. */
  indented(prefix: string, inside: () => void): void;
  length(): number;
  done(): RichText;
}

export function createRichWriter(): RichWriter {
  let text = '';
  let indent = '';
  const entities: Entity[] = [];
  return {
    write(piece) {
      text += indent === '' ? piece : piece.replaceAll('\n', `\n${indent}`);
    },
    styled(style, inside) {
      const offset = text.length;
      const place = entities.length;
      inside();
      const length = text.length - offset;
      // Outer before inner, as the vendor sorts them.
      if (text.slice(offset).trim() !== '') entities.splice(place, 0, { ...style, offset, length });
    },
    indented(prefix, inside) {
      const before = indent;
      indent += prefix;
      inside();
      indent = before;
    },
    length: () => text.length,
    done: () => ({ text, entities }),
  };
}

/** The part from `start` to `end` with what of the marks lies in it. */
export function slice({ text, entities }: RichText, start: number, end: number): RichText {
  const inside = entities.flatMap((entity): Entity[] => {
    const from = Math.max(entity.offset, start);
    const to = Math.min(entity.offset + entity.length, end);
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : [];
  });
  return { text: text.slice(start, end), entities: inside };
}

export function join(one: RichText, between: string, other: RichText): RichText {
  const shift = one.text.length + between.length;
  const moved = other.entities.map((entity) => ({ ...entity, offset: entity.offset + shift }));
  return { text: `${one.text}${between}${other.text}`, entities: [...one.entities, ...moved] };
}

/** Without white space at both ends, which the vendor would cut off. */
export function trimmed(rich: RichText): RichText {
  const start = rich.text.length - rich.text.trimStart().length;
  return slice(rich, start, Math.max(start, rich.text.trimEnd().length));
}
