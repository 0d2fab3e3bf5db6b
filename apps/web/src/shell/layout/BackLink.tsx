import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import classes from './BackLink.module.css';

/** The way up, above a page's title. */
export function BackLink({ children, ...link }: Pick<LinkProps, 'to' | 'params'> & { children: ReactNode }) {
  return (
    <Link {...link} className={classes.back}>
      <Icon name="arrow-left" size={14} />
      {children}
    </Link>
  );
}
