/** The bridge's errors by name; the rest of an answer is `result`. */
export const rpcErrors = {
  parse: { code: -32_700, message: 'Parse error' },
  invalid: { code: -32_600, message: 'Invalid request' },
  method: { code: -32_601, message: 'Method not found' },
  parameters: { code: -32_602, message: 'Invalid parameters' },
  object: { code: -32_000, message: 'Object not found' },
  access: { code: -32_002, message: 'Access denied' },
  timeout: { code: -32_003, message: 'ubus request timed out' },
} as const;

export type RpcError = (typeof rpcErrors)[keyof typeof rpcErrors];

export interface RpcAnswer {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: RpcError;
}

export interface RpcRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export const rpcResult = (id: unknown, result: unknown): RpcAnswer => ({
  jsonrpc: '2.0',
  id: id ?? null,
  result,
});
export const rpcError = (id: unknown, error: RpcError): RpcAnswer => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error,
});

/** The requests of a body, one or a batch; null when it is not JSON. */
export function readRequests(body: string): { readonly batch: boolean; readonly requests: unknown[] } | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) ? { batch: true, requests: parsed } : { batch: false, requests: [parsed] };
  } catch {
    return null;
  }
}

export function readRequest(value: unknown): RpcRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { jsonrpc, id = null, method, params } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return null;
  return { id, method, params: Array.isArray(params) ? params : [] };
}
