export { type AddressClass, classifyAddress } from './address.ts';
export { type StartTlsRequest, startTls } from './dial.ts';
export { addressRefused, OutboundFailure, outboundBusy, requestRefused } from './errors.ts';
export { OutboundReply } from './exchange/reply.ts';
export { GuardedOutbound, OUTBOUND, type Outbound } from './outbound.ts';
export type { OutboundPolicy, OutboundRequest, OutboundTls } from './request.ts';
export { type Resolver, SystemResolver, type SystemResolverOptions } from './resolver.ts';
export type { SocketRequest } from './socket-request.ts';
