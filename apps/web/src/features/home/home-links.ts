import type { LinkProps } from '@tanstack/react-router';

type To = NonNullable<LinkProps['to']>;
const to = (path: string) => path as To;

/** Pages of other features that the home page leads to. */
export const CHANNELS = to('/Channel');
export const INBOX = to('/Message');
