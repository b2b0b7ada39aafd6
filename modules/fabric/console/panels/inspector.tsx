import { Button, useTexts } from '@patchbay/console-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../editor/texts.ts';
import styles from './panels.module.css';

export interface InspectorProps {
  readonly title: string;
  /** Another one takes the focus to the heading. */
  readonly focusKey: string;
  close(): void;
  readonly children: ReactNode;
}

/** Panel beside the canvas. It takes the focus when it opens; Escape and its button give it back to the card. */
export function Inspector({ title, focusKey, close, children }: InspectorProps) {
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  // The key stands for what is shown
  useEffect(() => heading.current?.focus(), [focusKey]);
  return (
    <section
      className="panel stack"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isListOpen(event.target)) close();
      }}
    >
      <div className={styles['heading']}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button variant="quiet" isIcon aria-label={t.close} onPress={close}>
          ×
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Escape closes the list of a field first. */
const isListOpen = (target: EventTarget): boolean =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true';
