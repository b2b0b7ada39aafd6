export { type BootOptions, bootPlatform, freshAddress, Harness, PASSWORD, type Person } from './boot.ts';
export { cloneDatabase, clusterUrl, urlFor } from './databases.ts';
export { TEST_SECRET_KEY } from './environment.ts';
export { type Answer, type CallOptions, call } from './http-client.ts';
export { LoopWatch, MAX_TURN_MS, staysResponsive } from './loop-watch.ts';
export { nodeSend } from './node-send.ts';
export { prepareTemplate } from './template.ts';
export { comesWithin, timed } from './timed.ts';
export { waitFor } from './wait-for.ts';
