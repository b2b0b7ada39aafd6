import { Button, useTexts } from '@patchbay/console-kit';
import {
  type Edge,
  Flow,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
  useStore,
  ViewportPortal,
} from '@patchbay/console-kit/flow';
import { type FocusEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import styles from './canvas.module.css';
import { type CanvasActions, CanvasContext, type CanvasEditing } from './canvas-context.ts';
import { type CardNode, CardNodeView } from './card-node.tsx';
import { BEFORE_STEPS, type Card } from './cards.ts';
import { CARD_HEIGHT, columnsFor, extentOf, gapPoint, heightFor, middleOf, pointOf } from './layout.ts';
import { edgesOf, nodesOf } from './nodes.ts';
import { texts } from './texts.ts';
import { useDrawing } from './use-drawing.ts';
import { useWidth } from './use-width.ts';

export interface CanvasProps {
  readonly label: string;
  readonly cards: readonly Card[];
  readonly chosen: string | null;
  choose(id: string): void;
  /** Null: it is looked at only. */
  readonly editing?: CanvasEditing | null;
}

const NODE_TYPES = { card: CardNodeView };
/** Room for the buttons above, and for those of a card in the first row. */
const FIT = { padding: { top: '64px', x: '24px', bottom: '40px' }, maxZoom: 1 } as const;
const LEAST_ZOOM = 0.15;

/** Part of the window that the canvas takes at most. */
const MOST_OF_WINDOW = 0.62;
const MOST_HEIGHT = 640;

/** Cards in their order, joined by lines; steps are dragged to another place, and lines drawn to say what follows. */
export default function Canvas(props: CanvasProps) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const most = Math.min(MOST_HEIGHT, window.innerHeight * MOST_OF_WINDOW);
  const height = width === null ? most : heightFor(props.cards.length, width, most);
  return (
    <section
      ref={frame}
      className={styles['frame']}
      style={{ height }}
      data-editable={props.editing ? '' : undefined}
      aria-label={props.label}
    >
      {width === null ? null : (
        <ReactFlowProvider>
          <Surface {...props} size={{ width, height }} />
        </ReactFlowProvider>
      )}
    </section>
  );
}

interface SurfaceProps extends CanvasProps {
  readonly size: { readonly width: number; readonly height: number };
}

function Surface({ cards, chosen, choose, editing = null, size }: SurfaceProps) {
  const t = useTexts(texts);
  const flow = useReactFlow<CardNode, Edge>();
  const columns = columnsFor(cards.length, size.width, size.height);
  const arrangement = useMemo(
    () => ({ cards, chosen, columns, isEditable: editing !== null }),
    [cards, chosen, columns, editing],
  );
  const [nodes, setNodes, onNodesChange] = useNodesState<CardNode>(nodesOf(arrangement));
  const edges = useMemo(() => edgesOf(cards), [cards]);
  useLayoutEffect(() => setNodes((former) => nodesOf(arrangement, former)), [arrangement, setNodes]);
  const extent = useMemo(() => extentOf(cards.length, columns), [cards.length, columns]);
  const fit = useFitting(`${cards.length} ${columns}`);
  const drawing = useDrawing({
    cards,
    columns,
    editing,
    putBack: () => setNodes((former) => nodesOf(arrangement, former)),
    pointAt: (x, y) => flow.screenToFlowPosition({ x, y }),
  });
  /** A card that gets the focus by keyboard comes into view. */
  const reveal = ({ target }: FocusEvent) => {
    const node = target.closest('.react-flow__node');
    const outer = node?.closest('.react-flow')?.getBoundingClientRect();
    if (!node || !outer || !target.matches(':focus-visible')) return;
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom) return;
    const place = cards.findIndex(({ id }) => id === node.getAttribute('data-id'));
    const { x, y } = middleOf(pointOf(place, columns));
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  const actions = useMemo<CanvasActions>(
    () => ({ choose, editing, lastStep: cards.length - BEFORE_STEPS - 1 }),
    [choose, editing, cards.length],
  );
  return (
    <CanvasContext value={actions}>
      <Flow<CardNode, Edge>
        onFocusCapture={reveal}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        onNodesChange={onNodesChange}
        minZoom={LEAST_ZOOM}
        maxZoom={1.5}
        fitView
        fitViewOptions={FIT}
        nodesDraggable={editing !== null}
        nodesConnectable={editing !== null}
        connectOnClick={false}
        nodeDragThreshold={4}
        autoPanOnNodeDrag={false}
        translateExtent={extent}
        connectionRadius={40}
        onMoveStart={fit.noteMove}
        {...drawing.handlers}
      >
        {drawing.gap === null ? null : (
          <ViewportPortal>
            <Marker gap={drawing.gap} columns={columns} isRefused={drawing.refusal !== null} />
          </ViewportPortal>
        )}
      </Flow>
      <div className={styles['controls']}>
        <Button isIcon aria-label={t.zoom_in} onPress={() => void flow.zoomIn()}>
          +
        </Button>
        <Button isIcon aria-label={t.zoom_out} onPress={() => void flow.zoomOut()}>
          −
        </Button>
        <Button onPress={fit.again}>{t.show_all}</Button>
      </div>
      <div className={styles['status']} role="status">
        {drawing.refusal === null ? null : (
          <p className="notice" data-kind="bad">
            {t.refused(drawing.refusal)}
          </p>
        )}
      </div>
    </CanvasContext>
  );
}

/** Shows all cards whenever they are others, until the viewer moves the canvas. */
function useFitting(key: string) {
  const flow = useReactFlow<CardNode, Edge>();
  const frame = useStore(({ width, height }) => `${width} ${height}`);
  const isMoved = useRef(false);
  // The keys stand for what is fitted, and for the frame as the library knows it.
  useEffect(() => {
    if (isMoved.current) return;
    const next = requestAnimationFrame(() => void flow.fitView(FIT));
    return () => cancelAnimationFrame(next);
  }, [key, frame, flow]);
  return {
    noteMove: (event: MouseEvent | TouchEvent | null) => {
      if (event !== null) isMoved.current = true;
    },
    again: () => {
      isMoved.current = false;
      void flow.fitView(FIT);
    },
  };
}

interface MarkerProps {
  readonly gap: number;
  readonly columns: number;
  readonly isRefused: boolean;
}

/** Shows where a dragged step would come. */
function Marker({ gap, columns, isRefused }: MarkerProps) {
  const { x, y } = gapPoint(gap, columns);
  return (
    <div
      className={styles['marker']}
      data-refused={isRefused ? '' : undefined}
      style={{ left: x - 2, top: y, height: CARD_HEIGHT }}
    />
  );
}
