export type {
  PluginArtifact,
  PluginContext,
  PluginHttp,
  PluginHttpAnswer,
  PluginHttpOptions,
  PluginLog,
  PluginState,
} from './author/context.ts';
export {
  type AiTool,
  definePlugin,
  type EmittedEvent,
  type EventHandler,
  type PluginDefinition,
  type PluginEvent,
  type ReadOperation,
} from './author/define-plugin.ts';
export type { Json, JsonSchema } from './author/json.ts';
