import type { Middleware } from 'koa';
import { type ErrorKind, invalidRequest, PatchbayError } from '../../../../errors/index.ts';
import { type Contributions, type ExtensionPoint, extensionPoint } from '../../../../extension/index.ts';
import { STATUS_OF } from '../../status.ts';
import type { Step } from '../step.ts';

/** Koa middleware of an operator or of the ecosystem. */
export interface HttpMiddleware {
  /** `<module>.<name>`. */
  readonly id: string;
  readonly middleware: Middleware;
}

/**
 * Middleware that every request passes before its route is looked for, in the order in which modules are loaded. It
 * may set headers, refuse by `ctx.throw(4xx)` or a declared error, or answer by `ctx.body`. Replies of routes are
 * written by the platform: `ctx.body` is not set when `next()` returns.
 */
export const HTTP_MIDDLEWARE: ExtensionPoint<HttpMiddleware> = extensionPoint('http.middleware');

/** Runs the contributed middleware, one around the other. */
export const contributed =
  (contributions: Contributions<HttpMiddleware> | null): Step =>
  (ctx, next) => {
    const list = contributions?.values ?? [];
    if (list.length === 0) return next();
    const run = async (index: number): Promise<unknown> => {
      const entry = list[index];
      return entry === undefined ? next() : entry.middleware(ctx, () => run(index + 1));
    };
    return run(0).catch((error: unknown) => {
      throw asDeclared(error);
    });
  };

/** Refusals made by `ctx.throw` keep their status and words; all other errors stay as they are. */
function asDeclared(error: unknown): unknown {
  if (error instanceof PatchbayError || !(error instanceof Error)) return error;
  const { status, expose } = error as { readonly status?: unknown; readonly expose?: unknown };
  if (expose !== true || typeof status !== 'number' || status < 400 || status > 499) return error;
  const kind = KIND_OF.get(status) ?? 'invalid';
  return new PatchbayError({ ...invalidRequest, kind, message: error.message }, { cause: error });
}

const KIND_OF = new Map(Object.entries(STATUS_OF).map(([kind, status]) => [status, kind as ErrorKind]));
