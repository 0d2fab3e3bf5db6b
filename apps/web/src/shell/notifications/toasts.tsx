import { Button } from '@mantine/core';
import { type Id, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

/** Spec §9. */
const TIMEOUT_MS = 5000;

export interface ToastContent {
  title: string;
  /** HTML; it is sanitised. */
  description?: string;
  color?: 'success' | 'error' | 'info';
  /** Stays until it is closed or removed. */
  stays?: boolean;
  action?: { label: string; onClick: () => void };
  /** It is gone: its time was over, or somebody closed it. */
  onClose?: () => void;
}

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

let lastId = 0;
/** The time in milliseconds; two in the same millisecond are told apart. */
function idFromTime(): number {
  lastId = Math.max(Date.now(), lastId + 1);
  return lastId;
}

export const toasts = {
  /** Returns the toast's id, made from the time when none is given; a known id is updated. */
  add(content: ToastContent, id: Id = idFromTime()): Id {
    if (toast.isActive(id)) this.update(id, content);
    else toast(body(content), { toastId: id, ...optionsOf(content) });
    return id;
  },
  update(id: Id, content: ToastContent) {
    toast.update(id, { render: body(content), ...optionsOf(content) });
  },
  remove: (id: Id) => toast.dismiss(id),
  clear: () => toast.dismiss(),
};

export function ToastRegion({ label }: { label: string }) {
  return (
    <ToastContainer
      position="top-center"
      autoClose={TIMEOUT_MS}
      pauseOnHover
      pauseOnFocusLoss={false}
      closeOnClick={false}
      aria-label={label}
      limit={4}
    />
  );
}
