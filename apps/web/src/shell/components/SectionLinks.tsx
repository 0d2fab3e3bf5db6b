import { type MouseEvent, type RefObject, useEffect, useState } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import classes from './SectionLinks.module.css';

interface Section {
  readonly id: string;
  readonly title: string;
}

interface SectionLinksProps {
  /** Holds the sections; each is labelled by its second-level heading. */
  page: RefObject<HTMLElement | null>;
}

/** Links to the sections of a long page: a list beside it, a row above it where there is no room. */
export function SectionLinks({ page }: SectionLinksProps) {
  const { t } = useWords();
  const [sections, setSections] = useState<readonly Section[]>([]);
  // After each render, as what is shown may have other sections, in another language.
  useEffect(() => {
    const headings = [...(page.current?.querySelectorAll('h2[id]') ?? [])];
    const found = headings.map(({ id, textContent }) => ({ id, title: textContent ?? '' }));
    setSections((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
  });
  const current = useCurrentSection(sections) ?? sections[0]?.id;
  return (
    <nav className={classes.links} aria-label={t('shell.onThisPage')}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => showSection(event, id)}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to a section and moves the focus there; the address of the page stays. */
function showSection(event: MouseEvent, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.closest('section')?.scrollIntoView({ block: 'start' });
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** The part of the window in which a section counts as the one that is read. */
const READ_PART = '0px 0px -75% 0px';

/** Finds the section at the top of the window. */
function useCurrentSection(sections: readonly Section[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent(entered.target.getAttribute('aria-labelledby'));
      },
      { rootMargin: READ_PART },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id)?.closest('section');
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}
