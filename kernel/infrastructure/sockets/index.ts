export { CLOSE, SOCKET_LIMITS, type SocketLimits } from './limits.ts';
export type { MountedSocket } from './mounted-socket.ts';
export {
  type AnySocket,
  defineSocket,
  type HeaderAuthentication,
  type SocketAuthentication,
  type SocketConnection,
  type SocketDeclaration,
  type SocketSession,
} from './socket.ts';
export { SOCKETS, SocketServer, type SocketServerOptions, type SocketStats } from './socket-server.ts';
