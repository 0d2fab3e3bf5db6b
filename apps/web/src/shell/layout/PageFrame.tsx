import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import classes from './PageFrame.module.css';
import { usePageTitle } from './use-page-title.ts';

interface PageFrameProps {
  title: string;
  /** One line: what this page is for. */
  purpose?: ReactNode;
  /** Primary action, on the right. */
  actions?: ReactNode;
  /** Above the title; the pages above this one when absent. */
  above?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
}

/** The one frame of ordinary pages: title, purpose, action, tabs, content at most 1,200 px wide. */
export function PageFrame({ title, purpose, actions, above, tabs, children }: PageFrameProps) {
  usePageTitle(title);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <div className={classes.words}>
          {above ?? <Breadcrumbs />}
          <Title order={1} className={`${classes.title} display`}>
            {title}
          </Title>
          {purpose && <div className={classes.purpose}>{purpose}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {tabs}
      {children}
    </div>
  );
}
