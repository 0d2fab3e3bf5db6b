import { useState } from 'react';
import classes from './PhoneMenu.module.css';

interface PhoneMenuArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** For who does not see the picture. */
  readonly label: string;
}

interface PhoneMenuProps<Area extends PhoneMenuArea> {
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
export function PhoneMenu<Area extends PhoneMenuArea>(props: PhoneMenuProps<Area>) {
  const { size, picture, text, isOpenFirst, areas, onTap } = props;
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <div className={classes.foot}>
      {isOpen && (
        <div className={classes.menu} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
          {picture && <img src={picture} alt="" className={classes.picture} />}
          {areas.map((area) => (
            <button
              key={`${area.x},${area.y},${area.width},${area.height},${area.label}`}
              type="button"
              className={classes.area}
              aria-label={area.label}
              style={{
                left: `${(100 * area.x) / size.width}%`,
                top: `${(100 * area.y) / size.height}%`,
                width: `${(100 * area.width) / size.width}%`,
                height: `${(100 * area.height) / size.height}%`,
              }}
              onClick={() => onTap(area)}
            />
          ))}
        </div>
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
