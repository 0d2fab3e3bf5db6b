import type { EmbedLook } from '@hanasu/contract/embed';
import type { ChatApp } from './chat-app.tsx';
import type { Keep } from './keep.ts';
import { createIcon } from './launcher-icons.ts';
import { type Language, launcherWords } from './launcher-words.ts';

interface LauncherOptions {
  readonly look: EmbedLook;
  readonly language: Language;
  readonly keep: Keep;
  readonly load: (isOpening: boolean) => Promise<ChatApp>;
}

/** Full screen: opened on the page before it would hide the page that was asked for. */
const isSmall = (): boolean => matchMedia('(max-width:480px)').matches;

function button(className: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  element.onclick = onClick;
  return element;
}

/** The button on somebody's page, the greeting beside it, and the place of the chat, which is loaded when it is opened. */
export function createLauncher({ look, language, keep, load }: LauncherOptions) {
  const words = launcherWords(language);
  const { greeting } = look.texts[language];
  const panel = document.createElement('div');
  const bubble = document.createElement('div');
  bubble.className = `g ${look.position}`;
  bubble.setAttribute('role', 'status');
  bubble.hidden = true;
  const launcher = button(`l ${look.position}`, () => change(!isOpen));
  launcher.setAttribute('aria-haspopup', 'dialog');
  let isOpen = false;
  let isGreeting = false;
  let wasAsked = false;
  let app: ChatApp | null = null;
  let opening: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function paint(): void {
    const answers = app?.answers() ?? [];
    const seenAt = answers.indexOf(keep.read().seen ?? '');
    if (isOpen && answers.length > 0) keep.write({ seen: answers.at(-1) ?? '' });
    const unread = isOpen ? 0 : answers.length - 1 - seenAt + (isGreeting && answers.length === 0 ? 1 : 0);
    launcher.replaceChildren(createIcon(isOpen ? 'down' : look.launcher));
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.ariaLabel = isOpen
      ? words.close
      : unread > 0
        ? `${words.open} (${unread} ${words.unread})`
        : words.open;
    if (unread < 1) return;
    const badge = document.createElement('span');
    badge.className = 'n';
    badge.ariaHidden = 'true';
    badge.textContent = unread > 9 ? '9+' : String(unread);
    launcher.append(badge);
  }

  /** Beside the launcher; a click on it opens the chat. */
  function say(text: string): void {
    const hide = button('x', () => {
      unsay();
      keep.write({ greeted: true });
      launcher.focus();
    });
    hide.ariaLabel = words.dismiss;
    hide.append(createIcon('close'));
    const open = button('t', () => change(true));
    open.textContent = text;
    bubble.replaceChildren(open, hide);
    bubble.hidden = false;
  }
  function unsay(): void {
    bubble.hidden = true;
    isGreeting = false;
    paint();
  }

  /** The chat, once; where it can't be loaded the visitor hears it, and may try again. */
  function enter(): Promise<void> {
    opening ??= load(isOpen).then(
      (loaded) => {
        app = loaded;
        app.listen(paint);
        paint();
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }

  async function show(): Promise<void> {
    launcher.ariaBusy = 'true';
    try {
      await enter();
      if (!isOpen) return;
      app?.show(panel, { position: look.position, isModal: isSmall(), onClose: () => change(false) });
      // A page that is merely loaded doesn't take the focus.
      if (wasAsked) panel.querySelector<HTMLElement>('[data-first]')?.focus();
    } catch {
      isOpen = false;
      say(`${words.offline} ${words.again}`);
    } finally {
      launcher.ariaBusy = null;
      paint();
    }
  }

  function change(open: boolean): void {
    wasAsked = true;
    if (open === isOpen) return;
    isOpen = open;
    keep.write({ open, greeted: true });
    clearTimeout(timer);
    unsay();
    if (open) return void show();
    app?.hide(panel);
    launcher.focus();
  }

  launcher.onpointerenter = () => void enter().catch(() => undefined);
  isOpen = keep.read().open === true && !isSmall();
  paint();
  if (isOpen) void show();
  // Who has written here before sees on any page that somebody has answered.
  else if (keep.read().visitor)
    void enter().then(
      () => app?.load(),
      () => undefined,
    );
  if (look.greetingDelay !== null && !keep.read().greeted && greeting)
    timer = setTimeout(() => {
      isGreeting = true;
      say(greeting);
      paint();
    }, look.greetingDelay * 1000);

  return {
    elements: [panel, bubble, launcher],
    open: () => change(true),
    close: () => change(false),
    remove() {
      clearTimeout(timer);
      app?.hide(panel);
    },
  };
}
