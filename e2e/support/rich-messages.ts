import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Counts what a person presses and fills in, and how long they wait for the page. */
export function counting() {
  const done = { clicks: 0, fields: 0, waitedMs: 0 };
  return {
    done,
    async click(target: Locator) {
      done.clicks += 1;
      await target.click();
    },
    async fill(target: Locator, text: string) {
      done.fields += 1;
      await target.fill(text);
    },
    async wait(run: () => Promise<void>) {
      const from = performance.now();
      await run();
      done.waitedMs += performance.now() - from;
    },
    report: (name: string) =>
      process.stdout.write(
        `${name}: ${done.clicks} clicks, ${done.fields} fields, ${Math.round(done.waitedMs)} ms of waiting\n`,
      ),
  };
}

/** From the list of rich messages, with places to tap, to the phone of a friend in the sandbox. */
export async function makeAndSend(
  page: Page,
  { click, fill, wait }: ReturnType<typeof counting>,
  cells: readonly string[],
): Promise<void> {
  const choose = async (field: string, option: string) => {
    await click(page.getByRole('combobox', { name: field, exact: true }));
    await click(page.getByRole('option', { name: option, exact: true }));
  };
  await click(page.getByRole('button', { name: 'Create a rich message' }));
  const dialog = page.getByRole('dialog', { name: 'Create a rich message' });
  await fill(dialog.getByLabel('Name'), 'Autumn');
  await click(dialog.getByRole('button', { name: 'Create rich message' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn' })).toBeVisible();
  await choose('Layout', cells.length === 1 ? '1 cell' : `${cells.length} cells`);
  const areas = page.getByRole('group', { name: 'Tap areas', exact: true });
  for (const [index, words] of cells.entries()) {
    await click(areas.getByRole('button', { name: new RegExp(`^${index + 1}\\. `) }));
    await fill(page.getByLabel('Button text'), words);
    await choose('Action', 'Send a message as the customer');
    await fill(page.getByRole('textbox', { name: 'Message', exact: true }), `${words}, please`);
  }
  await fill(page.getByLabel('Says what the picture shows'), 'Autumn at the bakery: book a table');
  await click(page.getByRole('button', { name: 'Send a test' }));
  const test = page.getByRole('dialog', { name: 'Send a test to a friend' });
  await click(test.getByRole('combobox', { name: 'Friend' }));
  await click(page.getByRole('option', { name: /^Alex/ }));
  await wait(async () => {
    await click(test.getByRole('button', { name: 'Send now' }));
    await expect(test.getByText('Sent to Alex.')).toBeVisible();
  });
  await click(test.getByRole('link', { name: 'See it on the phone of Alex' }));
}
