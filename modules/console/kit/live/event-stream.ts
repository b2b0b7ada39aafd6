import { useSyncExternalStore } from 'react';
import { tellSignedOut } from '../data/client.ts';
import { EventStream, type StreamStatus } from './stream.ts';

const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/ws`;

/** The stream of this tab; the shell starts and stops it with the session. */
export const eventStream = new EventStream(address, tellSignedOut);

window.addEventListener('online', () => eventStream.wake());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') eventStream.wake();
});

const subscribe = (listener: () => void): (() => void) => eventStream.onStatus(listener);

export const useStreamStatus = (): StreamStatus => useSyncExternalStore(subscribe, () => eventStream.status);
