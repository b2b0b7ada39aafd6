import type { Deps, Resolved } from '../../di/index.ts';
import type { Principal } from '../../permissions/index.ts';

/** One accepted WebSocket, after Origin check and authentication. */
export interface SocketConnection {
  readonly id: string;
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
  /** Bytes waiting to be written to this client. */
  readonly bufferedBytes: number;
  readonly isOpen: boolean;
  /** Sends one JSON frame; answers false when the client is gone. */
  send(frame: unknown): boolean;
  /**
   * Sends text that was serialised once for many. `stillWanted` is asked should authority have to be read again
   * first, once the session has the new principal: data it may no longer see is not sent.
   */
  sendText(text: string, stillWanted?: () => boolean): boolean;
  /** Sends one binary frame, such as a piece of video. */
  sendBytes(bytes: Uint8Array): boolean;
  close(code: number, reason: string): void;
}

/** Handler of one connection. */
export interface SocketSession {
  /** One client frame, parsed; a declared error that it throws is sent as an `error` frame. */
  message(frame: unknown): void | Promise<void>;
  /** The principal after revalidation (SPEC 6.3.2). */
  refreshed?(principal: Principal): void;
  closed(): void;
}

/** Ways in which a client authenticates. */
export type SocketAuthentication =
  /** First frame `{type: 'auth', token}`, the access cookie, or the deprecated `token` parameter (SPEC 6.3.2). */
  'user' | HeaderAuthentication;

/** Names of two headers that clients of a module's own kind must send, such as those of fleet agents (SPEC 5.10). */
export interface HeaderAuthentication {
  /** Word by which the module's authenticator knows its credentials. */
  readonly scheme: string;
  readonly id: string;
  readonly key: string;
}

export interface SocketDeclaration<D extends Deps = Deps> {
  readonly id: string;
  /** Below `/api/v1`; parameters as `{name}`. */
  readonly path: string;
  readonly summary: string;
  readonly authentication: SocketAuthentication;
  readonly deps?: D;
  open(connection: SocketConnection, deps: Resolved<D>): SocketSession | Promise<SocketSession>;
}

// biome-ignore lint/suspicious/noExplicitAny: sockets of different dependencies stand in one list
export type AnySocket = SocketDeclaration<any>;

/** Declares a WebSocket endpoint; limits of SPEC 8 hold for all of them. */
export const defineSocket = <const D extends Deps>(declaration: SocketDeclaration<D>): AnySocket =>
  Object.freeze(declaration);
