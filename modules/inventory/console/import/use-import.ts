import { useWrite } from '@patchbay/console-kit';
import type { Kind } from './kinds.ts';

/** Sends a file to the route of its kind. */
export function useImport(kind: Kind) {
  const sites = useWrite('POST', '/sites/import');
  const controllers = useWrite('POST', '/controllers/import');
  const devices = useWrite('POST', '/devices/import');
  const { send, isPending } = { sites, controllers, devices }[kind];
  return { isPending, send: (csv: string, dry_run: boolean) => send({ body: { csv, dry_run } }) };
}
