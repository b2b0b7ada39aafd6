import { randomUUID } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';

export interface Extension {
  readonly number: string;
  readonly name: string;
}

interface Channel {
  readonly id: string;
  readonly owner: Extension;
  readonly other: Extension;
  readonly creationtime: string;
  state: 'Ring' | 'Ringing' | 'Up';
}

interface Endpoint extends Extension {
  isOnline: boolean;
}

/** A telephone exchange: who is registered, and who talks to whom. */
export class Exchange {
  readonly #clock: LabClock;
  readonly #endpoints: Map<string, Endpoint>;
  readonly #channels = new Map<string, Channel>();
  readonly started: string;

  constructor(clock: LabClock, extensions: readonly Extension[]) {
    this.#clock = clock;
    this.#endpoints = new Map(extensions.map((each) => [each.number, { ...each, isOnline: true }]));
    this.started = this.#now();
  }

  /** A phone registers, or its registration runs out. */
  register(number: string, isOnline: boolean): void {
    this.#endpointOf(number).isOnline = isOnline;
  }

  /** One phone calls another, which rings; answers how the call goes on. */
  dial(from: string, to: string): { readonly answer: () => void; readonly hangUp: () => void } {
    const [caller, callee] = [this.#endpointOf(from), this.#endpointOf(to)];
    const creationtime = this.#now();
    const [asking, ringing]: Channel[] = [
      { id: randomUUID(), owner: caller, other: callee, creationtime, state: 'Ring' },
      { id: randomUUID(), owner: callee, other: caller, creationtime, state: 'Ringing' },
    ];
    const both = [asking, ringing].filter((each) => each !== undefined);
    for (const channel of both) this.#channels.set(channel.id, channel);
    return {
      answer: () => {
        for (const channel of both) channel.state = 'Up';
      },
      hangUp: () => {
        for (const { id } of both) this.#channels.delete(id);
      },
    };
  }

  endpoints(): readonly object[] {
    return [...this.#endpoints.values()].map(({ number, isOnline }) => ({
      technology: 'PJSIP',
      resource: number,
      state: isOnline ? 'online' : 'offline',
      channel_ids: [...this.#channels.values()]
        .filter(({ owner }) => owner.number === number)
        .map(({ id }) => id),
    }));
  }

  channels(): readonly object[] {
    return [...this.#channels.values()].map(({ id, owner, other, state, creationtime }) => ({
      id,
      name: `PJSIP/${owner.number}-${id.slice(0, 8)}`,
      state,
      caller: { name: owner.name, number: owner.number },
      connected: { name: other.name, number: other.number },
      accountcode: '',
      dialplan: { context: 'internal', exten: other.number, priority: 1, app_name: 'Dial', app_data: '' },
      creationtime,
      language: 'en',
    }));
  }

  #endpointOf(number: string): Endpoint {
    const found = this.#endpoints.get(number);
    if (found === undefined) throw new Error(`the exchange has no extension ${number}`);
    return found;
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString().replace('Z', '+0000');
  }
}
