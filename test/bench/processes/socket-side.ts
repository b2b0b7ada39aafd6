import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../../harness/wait-for.ts';
import { ask, nextMessage } from './message.ts';
import { cpuMs, LOAD_CORE, residentBytes, startNode, stop } from './processes.ts';

const CLIENTS = join(import.meta.dirname, '..', 'hosts', 'socket-clients.ts');
const OPEN_ALL_MS = 120_000;

export interface SideOptions {
  readonly url: string;
  readonly pid: number;
  readonly sockets: number;
  readonly tokens: readonly string[];
  readonly hello: string | null;
  readonly greetings: number;
  /** Makes the server send one frame to every socket. */
  readonly broadcast: () => Promise<unknown>;
}

interface Count {
  readonly frames: number;
  readonly bytes: number;
}

/** One server with all its sockets open. */
export class SocketSide {
  readonly bytesPerSocket: number;
  readonly #options: SideOptions;
  readonly #clients: ChildProcess;

  constructor(options: SideOptions, clients: ChildProcess, bytesPerSocket: number) {
    this.#options = options;
    this.#clients = clients;
    this.bytesPerSocket = bytesPerSocket;
  }

  static async open(options: SideOptions): Promise<SocketSide> {
    const { pid, broadcast, ...plan } = options;
    const clients = startNode([CLIENTS], LOAD_CORE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    await nextMessage(clients);
    const before = residentBytes(pid);
    await ask(clients, plan, OPEN_ALL_MS);
    return new SocketSide(options, clients, (residentBytes(pid) - before) / plan.sockets);
  }

  #count(): Promise<Count> {
    return ask<Count>(this.#clients, 'count');
  }

  /** Bytes of the frame that one broadcast sends. */
  async frameBytes(): Promise<number> {
    const before = await this.#count();
    const after = await this.#broadcastAndWait(before, 1);
    return (after.bytes - before.bytes) / this.#options.sockets;
  }

  /** CPU time of the server for each frame it sent, in microseconds, at a steady pace. */
  async cpuUsPerFrame(broadcasts: number, everyMs: number): Promise<number> {
    const before = await this.#count();
    const usedMs = cpuMs(this.#options.pid);
    for (let each = 0; each < broadcasts; each += 1) {
      await this.#options.broadcast();
      await delay(everyMs);
    }
    const after = await this.#allArrived(before, broadcasts);
    return ((cpuMs(this.#options.pid) - usedMs) * 1_000) / (after.frames - before.frames);
  }

  async #broadcastAndWait(before: Count, broadcasts: number): Promise<Count> {
    await this.#options.broadcast();
    return this.#allArrived(before, broadcasts);
  }

  #allArrived(before: Count, broadcasts: number): Promise<Count> {
    const wanted = before.frames + broadcasts * this.#options.sockets;
    return waitFor(`${wanted} frames`, async () => {
      const now = await this.#count();
      return now.frames >= wanted ? now : null;
    });
  }

  close(): Promise<void> {
    return stop(this.#clients);
  }
}
