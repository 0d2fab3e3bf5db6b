import { type Id, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './toasts.css';

const TIMEOUT_MS = 5000;

export interface ToastContent {
  title: string;
  /** May hold simple HTML; it is sanitised. */
  description?: string;
  color?: 'success' | 'error' | 'info';
}

function Description({ html }: { html: string }) {
  if (!html.includes('<')) return <p>{html}</p>;
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
  element.replaceChildren(purify.sanitize(html, { RETURN_DOM_FRAGMENT: true }));
}

const body = ({ title, description }: ToastContent) => (
  <div>
    <strong>{title}</strong>
    {description && <Description html={description} />}
  </div>
);

const optionsOf = ({ color = 'success' }: ToastContent): ToastOptions => ({
  type: color,
  role: color === 'error' ? 'alert' : 'status',
});

export const toasts = {
  /** Returns the toast's id, made from the time when none is given; a known id is updated. */
  add(content: ToastContent, id: Id = Date.now()): Id {
    if (toast.isActive(id)) toast.update(id, { render: body(content), ...optionsOf(content) });
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
