// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { StackedSection } from './StackedSection.tsx';

type Report = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>[]) => void;
let report: Report;
const scrolled = vi.fn<(element: Element) => void>();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this);
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: Report) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ hasQuota }: { hasQuota: boolean }) {
  const page = useRef<HTMLDivElement>(null);
  return (
    <>
      <SectionLinks page={page} />
      <div ref={page}>
        <StackedSection title="Greeting" text="">
          <p />
        </StackedSection>
        {hasQuota && (
          <StackedSection title="Quota" text="">
            <p />
          </StackedSection>
        )}
      </div>
    </>
  );
}
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

describe('the links to the sections of a page', () => {
  test('name those that are shown', async () => {
    const page = await renderWithProviders(<Page hasQuota={false} />);
    expect(links()).toEqual(['Greeting']);
    page.unmount();
    await renderWithProviders(<Page hasQuota />);
    expect(links()).toEqual(['Greeting', 'Quota']);
  });

  test('scroll to a section and focus its heading', async () => {
    await renderWithProviders(<Page hasQuota />);
    fireEvent.click(screen.getByRole('link', { name: 'Quota' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Quota' }));
    expect(scrolled).toHaveBeenCalledWith(screen.getByRole('region', { name: 'Quota' }));
  });

  test('mark the section that is read', async () => {
    await renderWithProviders(<Page hasQuota />);
    report([{ isIntersecting: true, target: screen.getByRole('region', { name: 'Quota' }) }]);
    await waitFor(() => expect(screen.getByRole('link', { current: 'location' }).textContent).toBe('Quota'));
  });
});
