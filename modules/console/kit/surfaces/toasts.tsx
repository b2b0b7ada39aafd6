import { useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { ApiError } from '../data/client.ts';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';

interface Toast {
  readonly id: number;
  readonly kind: 'good' | 'bad';
  readonly text: string;
  readonly request_id: string | null;
  readonly action: { readonly label: string; run(): void } | null;
}

const SHOWN_MS = 6_000;
const FAULT_SHOWN_MS = 20_000;
const MOST = 4;
let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function replace(all: readonly Toast[]): void {
  toasts = all;
  for (const notify of listeners) notify();
}

const dismiss = (id: number): void => replace(toasts.filter((toast) => toast.id !== id));

function show(toast: Omit<Toast, 'id'>): void {
  const id = next++;
  replace([...toasts, { ...toast, id }].slice(-MOST));
  window.setTimeout(() => dismiss(id), toast.kind === 'good' ? SHOWN_MS : FAULT_SHOWN_MS);
}

/** Says that something worked; `action` offers to take it back, say. */
export const tellDone = (text: string, action: Toast['action'] = null): void =>
  show({ kind: 'good', text, request_id: null, action });

/** Says that something failed. */
export function tellFailed(error: unknown): void {
  const isKnown = error instanceof ApiError;
  const [detail] = isKnown ? error.details : [];
  const text = isKnown && detail ? `${error.message} ${detail.field}: ${detail.message}` : messageOf(error);
  show({ kind: 'bad', text, request_id: isKnown ? error.request_id : null, action: null });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Stands once in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const t = useTexts(words);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, kind, text, request_id, action }) => (
        <div key={id} className="toast" data-kind={kind}>
          <div>
            <p>{text}</p>
            {request_id === null ? null : <p className="muted mono">{request_id}</p>}
          </div>
          <div className="row">
            {action === null ? null : (
              <Button
                onPress={() => {
                  action.run();
                  dismiss(id);
                }}
              >
                {action.label}
              </Button>
            )}
            <Button variant="quiet" isIcon aria-label={t.close} onPress={() => dismiss(id)}>
              ×
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}
