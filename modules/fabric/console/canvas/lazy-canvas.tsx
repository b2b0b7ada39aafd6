import { Loading } from '@patchbay/console-kit';
import { lazy, Suspense } from 'react';
import type { CanvasProps } from './canvas.tsx';

const Canvas = lazy(() => import('./canvas.tsx'));

/** The canvas is a chunk of its own: lists and forms do not wait for it. */
export const LazyCanvas = (props: CanvasProps) => (
  <Suspense fallback={<Loading />}>
    <Canvas {...props} />
  </Suspense>
);
