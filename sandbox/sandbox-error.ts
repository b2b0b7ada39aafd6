/** Every way a call into the sandbox ends without an answer. The word is stable; the message is for people. */
export type SandboxErrorCode =
  | 'sandbox_busy'
  | 'sandbox_disposed'
  | 'sandbox_unavailable'
  | 'sandbox_timeout'
  | 'sandbox_memory'
  | 'sandbox_crashed'
  | 'sandbox_protocol'
  | 'plugin_quarantined'
  | 'plugin_not_loaded'
  | 'plugin_invalid'
  | 'plugin_error'
  | 'not_registered'
  | 'input_invalid'
  | 'input_too_large'
  | 'output_invalid'
  | 'output_too_large'
  | 'schema_too_costly'
  | 'call_aborted';

/** Value thrown by the plugin itself, cut to size; present on `plugin_error` only. */
export interface PluginThrown {
  readonly name: string;
  readonly code: string | null;
}

/** The one error class of the sandbox. `plugin_error` is an ordinary failure of plugin code, not a fault. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;
  readonly thrown: PluginThrown | null;

  constructor(code: SandboxErrorCode, message: string, thrown: PluginThrown | null = null) {
    super(message);
    this.code = code;
    this.thrown = thrown;
  }
}

/**
 * Thrown by the embedder's `capabilities` function to let the plugin see a reason. Any other error reaches
 * the plugin as `capability_failed` without its text, which may hold what a plugin must not read.
 */
export class CapabilityError extends Error {
  override readonly name = 'CapabilityError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
