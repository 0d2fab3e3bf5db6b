import { Skeleton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { systemQuery } from '../../../shell/shell.queries.ts';
import classes from './Demo.module.css';

const DemoChat = lazy(async () => ({ default: (await import('./DemoChat.tsx')).DemoChat }));

/** The landing page's bot to talk to; nothing where the operator has switched it off. */
export function DemoSection() {
  const { t } = useWords();
  const { data: system } = useQuery(systemQuery);
  if (!system?.demoBot) return null;
  return (
    <section className={classes.section} aria-labelledby="demo-title">
      <div>
        <h2 id="demo-title" className="display">
          {t('demo.title')}
        </h2>
        <p>{t('demo.text')}</p>
        <p className={classes.mark}>{t('demo.mark')}</p>
      </div>
      <WhenNear />
    </section>
  );
}

/** The chat is fetched when it is about to be seen, and its place is kept until then. */
function WhenNear() {
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const [wasNear, setWasNear] = useState(false);
  if (entry?.isIntersecting && !wasNear) setWasNear(true);
  const place = <Skeleton className={classes.panel} animate={false} />;
  return (
    <div ref={ref} className={classes.place}>
      {wasNear ? (
        <Suspense fallback={place}>
          <DemoChat />
        </Suspense>
      ) : (
        place
      )}
    </div>
  );
}
