import type { ComponentProps } from 'react';
import classes from './Surface.module.css';

/** A section of a page, one per idea. */
export function Surface({
  className,
  flush,
  ...others
}: ComponentProps<'section'> & {
  /** Without inner space, for tables and lists. */
  flush?: boolean;
}) {
  return (
    <section
      className={[classes.surface, flush ? classes.flush : '', className].filter(Boolean).join(' ')}
      {...others}
    />
  );
}
