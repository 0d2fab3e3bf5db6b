import { Skeleton } from '@mantine/core';
import { BackToList } from './BackToList.tsx';
import { LoadingBubbles } from './LoadingBubbles.tsx';
import classes from './Thread.module.css';

/** A thread that is being fetched: its head is there at once, with the way back that a phone needs. */
export const LoadingThread = ({ onBack }: { onBack: () => void }) => (
  <section className={classes.threadPane}>
    <header className={classes.head}>
      <BackToList onBack={onBack} />
      <span className={classes.headFace} aria-hidden>
        <Skeleton circle height={34} />
      </span>
      <div className={classes.headWords} aria-hidden>
        <Skeleton height={13} width={150} maw="60%" />
        <Skeleton height={10} width={96} maw="40%" mt={7} />
      </div>
    </header>
    <LoadingBubbles />
  </section>
);
