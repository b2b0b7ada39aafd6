export {
  BaseEdge,
  type Edge,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  type NodeProps,
  type OnConnectEnd,
  type OnNodeDrag,
  Position,
  ReactFlowProvider,
  useNodesState,
  useReactFlow,
  useStore,
  ViewportPortal,
} from '@xyflow/react';
export * from './flow.tsx';
