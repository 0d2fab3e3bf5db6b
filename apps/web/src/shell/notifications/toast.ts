export type ToastId = number | string;

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

export interface Toasts {
  add: (content: ToastContent, id: ToastId) => void;
  update: (id: ToastId, content: ToastContent) => void;
  remove: (id: ToastId) => void;
  clear: () => void;
}
