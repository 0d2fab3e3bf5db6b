import { test as base, expect, type Page } from '@playwright/test';
import { serverUrl } from './server-url.ts';

interface Fixtures {
  baseURL: string;
  /** Watches every page of the test; whatever a browser complains of fails it. */
  complaints: Complaints;
}

/** Pages are fetched ahead while somebody may open them; a slow machine lets some seconds pass before they do. */
const FETCHED_AHEAD = /was preloaded using link preload but not used within a few seconds/;

export class Complaints {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [FETCHED_AHEAD];

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.#seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    page.on('pageerror', (error) => this.#seen.push(`page error: ${error.message}`));
  }

  /** For tests that make something go wrong on purpose. */
  expectSome(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What was not expected so far, and forgets it. */
  take(): string[] {
    return this.#seen.splice(0).filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  baseURL: async ({}, use) => use(serverUrl()),
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      context.on('page', (page) => complaints.watch(page));
      await use(complaints);
      expect(complaints.take(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
