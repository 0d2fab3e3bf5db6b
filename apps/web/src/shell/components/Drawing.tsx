interface DrawingProps {
  name:
    | 'knowledge'
    | 'bot'
    | 'channel'
    | 'inbox-zero'
    | 'customers'
    | 'broadcast'
    | 'form'
    | 'menu'
    | 'closed'
    | 'scene'
    | 'scene-vi';
  className?: string | undefined;
}

/** A drawing of the product in the colours of the theme; it says nothing that words do not say. */
export const Drawing = ({ name, className }: DrawingProps) => (
  <svg className={className} aria-hidden>
    <use href={`/drawings.svg#${name}`} />
  </svg>
);

export type DrawingName = DrawingProps['name'];
