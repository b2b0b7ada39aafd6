import { type OwnedProvider, provideValue, type Scope, type Token, token } from '../../di/index.ts';
import type { Contribution, Contributions } from '../../extension/index.ts';
import type { ModuleStates } from '../module-states.ts';

interface Owned {
  readonly module_id: string;
  readonly contribution: Contribution;
}

/** All contributed values; points hand their owners a live view without modules that are off. */
export class ContributionBoard {
  readonly #owned: readonly Owned[];
  readonly #states: ModuleStates;
  readonly #made = new Map<Owned, unknown>();
  #version = 0;

  constructor(owned: readonly Owned[], states: ModuleStates) {
    this.#owned = owned;
    this.#states = states;
  }

  /** Makes the values of one module, once its providers exist. */
  make(module_id: string, scope: Scope): void {
    for (const owned of this.#owned)
      if (owned.module_id === module_id)
        this.#made.set(owned, owned.contribution.create(scope.resolve(owned.contribution.deps)));
    this.#version += 1;
  }

  /** Providers of the live views of these points. */
  providers(pointTokens: readonly Token<unknown>[]): readonly OwnedProvider[] {
    const unique = new Map(pointTokens.map((wanted) => [wanted.id, wanted]));
    return [...unique.keys()].map((id) => ({
      owner: 'kernel',
      provider: provideValue(token<Contributions<unknown>>(id), this.#viewOf(id.slice('extension.'.length))),
    }));
  }

  #appears({ module_id, contribution }: Owned): boolean {
    return contribution.whileOff || this.#states.isEnabled(module_id);
  }

  #viewOf(point: string): Contributions<unknown> {
    const board = this;
    const mine = board.#owned.filter(({ contribution }) => contribution.point === point);
    let seen = -1;
    let values: readonly unknown[] = [];
    return {
      get version() {
        return board.#version + board.#states.version;
      },
      get values() {
        if (seen !== this.version) {
          values = mine
            .filter((owned) => board.#made.has(owned) && board.#appears(owned))
            .map((owned) => board.#made.get(owned));
          seen = this.version;
        }
        return values;
      },
    };
  }
}
