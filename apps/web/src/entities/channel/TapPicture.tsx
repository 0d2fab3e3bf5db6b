import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './TapPicture.module.css';

export interface TapArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Name for people who do not see the picture. */
  readonly label: string;
  /** Opened by a tap. */
  readonly url?: string | undefined;
}

interface TapPictureProps<Area extends TapArea> {
  /** That areas are given in. */
  size: { readonly width: number; readonly height: number };
  /** Null: not drawn yet. */
  picture: ReactNode;
  areas: readonly Area[];
  /** Taps on areas without an address; absent: those areas only have their label. */
  onTap?: ((area: Area) => void) | undefined;
  /** Over the picture. */
  children?: ReactNode;
}

/** Style that places a box in a picture of that size. */
export const placeIn = (
  { x, y, width, height }: Omit<TapArea, 'label'>,
  size: TapPictureProps<TapArea>['size'],
): CSSProperties => ({
  left: `${(100 * x) / size.width}%`,
  top: `${(100 * y) / size.height}%`,
  width: `${(100 * width) / size.width}%`,
  height: `${(100 * height) / size.height}%`,
});

/** A picture with places to tap, as a phone shows it; where two overlap, the first gets the tap. */
export function TapPicture<Area extends TapArea>(props: TapPictureProps<Area>) {
  const { size, picture, areas, onTap, children } = props;
  return (
    <div className={classes.frame} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {picture}
      {areas.map((area, index) => {
        const key = `${area.x},${area.y},${area.width},${area.height},${area.label}`;
        const style = { ...placeIn(area, size), zIndex: areas.length - index };
        if (!area.url && !onTap)
          return (
            <span
              key={key}
              className={classes.area}
              style={style}
              role="img"
              aria-label={area.label}
              title={area.label}
            />
          );
        return area.url ? (
          <a
            key={key}
            className={classes.area}
            style={style}
            title={area.label}
            href={area.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <VisuallyHidden>{area.label}</VisuallyHidden>
          </a>
        ) : (
          <button
            key={key}
            type="button"
            className={classes.area}
            style={style}
            aria-label={area.label}
            onClick={() => onTap?.(area)}
          />
        );
      })}
      {children}
    </div>
  );
}
