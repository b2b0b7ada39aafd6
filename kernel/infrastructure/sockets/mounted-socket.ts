import type { Resolved } from '../../di/index.ts';
import type { ModuleState } from '../http/index.ts';
import type { AnySocket } from './socket.ts';

/** A socket as the platform hands it to the server: declared by a module, its dependencies resolved. */
export interface MountedSocket {
  readonly socket: AnySocket;
  readonly moduleId: string;
  /** Asked per upgrade and every second after, so that switching a module off acts on open sockets too. */
  state(): ModuleState;
  // biome-ignore lint/suspicious/noExplicitAny: sockets of different dependencies stand in one list
  readonly deps: Resolved<any>;
}
