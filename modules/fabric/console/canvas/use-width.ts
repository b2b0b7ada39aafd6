import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width of an element, in pixels; null before it is on the page. */
export function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number | null] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const measure = () => setWidth(watched.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
