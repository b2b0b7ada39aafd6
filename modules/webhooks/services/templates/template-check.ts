import { validationFailed } from '@patchbay/kernel/errors';
import { templatePaths } from '@patchbay/kernel/fabric';
import { TEMPLATE_ROOTS, type TemplateBody } from '../delivery/event-body.ts';

const MAX_BYTES = 32_768;

/**
 * Refuses at save paths that no event could ever resolve; those that depend on the payload are found when it is
 * rendered.
 */
export function assertTemplateBody(body: TemplateBody): void {
  if (Buffer.byteLength(JSON.stringify(body)) > MAX_BYTES)
    throw refused(`at most ${MAX_BYTES} bytes`, 'too_long');
  const unknown = templatePaths(body).find((path) => !mayResolve(path));
  if (unknown !== undefined)
    throw refused(`{{${unknown.slice(0, 100)}}} can never resolve`, 'TEMPLATE_UNRESOLVED');
}

function mayResolve(path: string): boolean {
  const [root = '', field, ...rest] = path.split('.');
  if (!Object.hasOwn(TEMPLATE_ROOTS, root)) return false;
  const fields = TEMPLATE_ROOTS[root];
  if (!fields) return !path.split('.').some((step) => NEVER.has(step));
  return field === undefined || (fields.includes(field) && rest.length === 0);
}

const NEVER: ReadonlySet<string> = new Set(['', '__proto__', 'prototype', 'constructor']);

const refused = (message: string, type: string) =>
  validationFailed({ details: [{ field: 'body', message, type }] });
