import type { ChildProcess } from 'node:child_process';

/** The next message of a child started with an IPC channel; throws when it ends or stays silent. */
export function nextMessage<T>(child: ChildProcess, timeoutMs = 60_000): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (work: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      work();
    };
    const onMessage = (message: unknown): void => settle(() => resolve(message as T));
    const onExit = (code: number | null): void =>
      settle(() => reject(new Error(`a process of the bench ended with ${code ?? 'a signal'}`)));
    const timer = setTimeout(
      () => settle(() => reject(new Error('a process of the bench did not answer'))),
      timeoutMs,
    );
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

/** Sends a message and waits for the answer to it. */
export function ask<T>(child: ChildProcess, message: object | string, timeoutMs?: number): Promise<T> {
  const answer = nextMessage<T>(child, timeoutMs);
  child.send(message);
  return answer;
}
