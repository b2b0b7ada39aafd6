import '@xyflow/react/dist/base.css';
import { type Edge, type Node, ReactFlow, type ReactFlowProps } from '@xyflow/react';

/** Its own descriptions speak of keys that are off here. */
const NO_DESCRIPTIONS = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};

/**
 * A canvas of nodes and edges, its keys and its wheel as the console wants them: the page scrolls with the wheel,
 * `Ctrl` and the wheel zoom, and nodes hold buttons that are reached by keyboard, so the library's own keys are off.
 */
export function Flow<N extends Node, E extends Edge>(props: ReactFlowProps<N, E>) {
  return (
    <ReactFlow<N, E>
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      ariaLabelConfig={NO_DESCRIPTIONS}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      zoomActivationKeyCode="Control"
      proOptions={{ hideAttribution: true }}
      {...props}
    />
  );
}
