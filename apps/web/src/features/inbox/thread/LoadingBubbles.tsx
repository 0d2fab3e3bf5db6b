import { Skeleton } from '@mantine/core';
import classes from './Thread.module.css';

export const LoadingBubbles = () => (
  <div className={classes.loading} aria-hidden>
    <Skeleton height={40} width="46%" radius="lg" />
    <Skeleton height={64} width="58%" radius="lg" ml="auto" />
    <Skeleton height={40} width="34%" radius="lg" />
  </div>
);
