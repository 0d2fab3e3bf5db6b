import { useState } from 'react';
import classes from './PhoneMenu.module.css';
import { type TapArea, TapPicture } from './TapPicture.tsx';

interface PhoneMenuProps<Area extends TapArea> {
  size: { readonly width: number; readonly height: number };
  /** Null: not drawn yet. */
  picture: string | null;
  /** Of the bar that opens and closes it. */
  text: string;
  isOpenFirst: boolean;
  areas: readonly Area[];
  onTap: (area: Area) => void;
}

/** The menu at the foot of a chat as a phone shows it. */
export function PhoneMenu<Area extends TapArea>(props: PhoneMenuProps<Area>) {
  const { size, picture, text, isOpenFirst, areas, onTap } = props;
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <div className={classes.foot}>
      {isOpen && (
        <TapPicture
          size={size}
          picture={picture && <img src={picture} alt="" />}
          areas={areas}
          onTap={onTap}
        />
      )}
      <button
        type="button"
        className={classes.bar}
        aria-expanded={isOpen}
        onClick={() => setOpen((old) => !old)}
      >
        {text} <span aria-hidden>{isOpen ? '▾' : '▴'}</span>
      </button>
    </div>
  );
}
