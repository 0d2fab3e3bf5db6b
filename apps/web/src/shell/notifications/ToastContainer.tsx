import { Button, CloseButton } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ToastContainer as Container, type Id, type ToastOptions, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { useWords } from '../../i18n/use-words.ts';
import { usePlaceBelowTitles } from './place-toasts.ts';
import './toasts.css';
import type { ToastContent, Toasts } from './toast.ts';

/** Spec §9. */
const TIMEOUT_MS = 5000;

function Description({ html }: { html: string }) {
  if (!/[<&]/.test(html)) return <p>{html}</p>;
  return (
    <p
      ref={(element) => {
        if (element) void fillWithHtml(element, html);
      }}
    />
  );
}

async function fillWithHtml(element: HTMLElement, html: string) {
  const { default: purify } = await import('dompurify');
  const clean = purify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    // What could imitate the application or draw over it.
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
    FORBID_ATTR: ['style', 'class', 'id'],
  });
  element.replaceChildren(clean);
}

const body = ({ title, description, action }: ToastContent) => (
  <div className="toast-body">
    <div>
      <strong>{title}</strong>
      {description && <Description html={description} />}
    </div>
    {action && (
      <Button size="xs" variant="default" onClick={action.onClick}>
        {action.label}
      </Button>
    )}
  </div>
);

const optionsOf = ({ color = 'success', stays = false, onClose }: ToastContent): ToastOptions => ({
  type: color,
  role: color === 'error' ? 'alert' : 'status',
  autoClose: stays ? false : TIMEOUT_MS,
  ...(onClose && { onClose }),
});

const library: Toasts = {
  add(content, id) {
    if (toast.isActive(id)) library.update(id, content);
    else toast(body(content), { toastId: id, ...optionsOf(content) });
  },
  update: (id: Id, content) => toast.update(id, { render: body(content), ...optionsOf(content) }),
  remove: (id) => toast.dismiss(id),
  clear: () => toast.dismiss(),
};

interface ToastContainerProps {
  label: string;
  /** It stands: what was said before can be shown. */
  onThere: (toasts: Toasts) => void;
}

/** Where toasts appear, with the library that shows them. */
export function ToastContainer({ label, onThere }: ToastContainerProps) {
  const { t } = useWords();
  const place = usePlaceBelowTitles();
  const begin = useEffectEvent(() =>
    onThere({
      ...library,
      add(content, id) {
        place();
        library.add(content, id);
      },
    }),
  );
  useEffect(() => begin(), []);
  return (
    <Container
      position="top-center"
      autoClose={TIMEOUT_MS}
      pauseOnHover
      pauseOnFocusLoss={false}
      closeOnClick={false}
      closeButton={({ closeToast }) => (
        <CloseButton size="sm" aria-label={t('shell.close')} onClick={closeToast} />
      )}
      aria-label={label}
      limit={3}
    />
  );
}
