import { log } from './log.ts';

interface Parts {
  /** What must be there before anything is drawn. */
  start: () => Promise<void>;
  render: (root: HTMLElement) => void;
}

/** Draws the application. What keeps it from that is logged, shown, and thrown on. */
export async function mountApp({ start, render }: Parts): Promise<void> {
  try {
    await start();
    const root = document.getElementById('root');
    if (!root) throw new Error('index.html has no #root');
    render(root);
  } catch (error) {
    log.error('Error while mounting app:', error);
    showPlainError();
    throw error;
  }
}

/** The error page without anything of the application, which could not be started; in English, as no words are loaded. */
function showPlainError(): void {
  const page = document.createElement('main');
  page.className = 'plain-error';
  for (const [tag, text] of [
    ['p', '500'],
    ['h1', 'Internal Server Error'],
    ['p', 'The page could not be started. Reload it; if it stays, tell the administrator.'],
  ] as const) {
    const part = document.createElement(tag);
    part.textContent = text;
    page.append(part);
  }
  document.body.replaceChildren(page);
}
