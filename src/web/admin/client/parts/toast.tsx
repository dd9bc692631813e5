import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';
import { isTypingTarget } from './command-keys.ts';
import { KeyCombination } from './key-combination.tsx';
import { PageLink } from './page-link.tsx';

/** The answer to an action: one at a time, at the foot. */
export interface Toast {
  readonly text: string;
  /** Takes the action back; Ctrl Z does the same until the page is left. */
  readonly undo?: () => Promise<void> | void;
  /** The address of the page that shows what was done. */
  readonly page?: string | undefined;
}

/** Shows a toast, or ends the one that is shown as something else begins. */
export type ShowToast = (toast: Toast | undefined) => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);
const SHOWN_MS = 10_000;

/** Returns what shows a toast. */
export function useToast(): ShowToast {
  const show = use(ToastContext);
  if (!show) throw new Error('There is no place for toasts');
  return show;
}

/** Gives all that stands within a place for toasts, held under the pointer and the focus. */
export function ToastProvider({
  refusalText,
  children,
}: {
  /** Says why something could not be taken back; the toast offers it once more. */
  refusalText(refusal: unknown): string;
  readonly children: ReactNode;
}) {
  const { say } = useTexts();
  const [toast, setToast] = useState<Toast>();
  const [isHeld, setHeld] = useState(false);
  const last = useRef<Toast['undo']>(undefined);

  const show = useCallback<ShowToast>((next) => {
    if (next) last.current = next.undo;
    setToast(next);
  }, []);
  const undo = useCallback(async () => {
    const back = last.current;
    last.current = undefined;
    setToast(undefined);
    try {
      await back?.();
    } catch (refusal) {
      show({ text: refusalText(refusal), ...(back ? { undo: back } : {}) });
    }
  }, [show, refusalText]);

  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(() => setToast(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (isTypingTarget(event.target) || !last.current) return;
      event.preventDefault();
      void undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo]);

  const hold = useMemo(
    () => ({
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    }),
    [],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className="toasts">
        {toast && (
          <div className="toast" {...hold}>
            <span>{toast.text}</span>
            {toast.page && <PageLink address={toast.page} className="btn btn-s" />}
            {toast.undo && (
              <Button size="small" onPress={() => void undo()}>
                {say('admin.undo')} <KeyCombination letter="Z" />
              </Button>
            )}
            <IconButton name="x" label={say('admin.close')} onPress={() => setToast(undefined)} />
          </div>
        )}
      </div>
    </ToastContext>
  );
}
