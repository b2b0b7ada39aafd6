import 'reflect-metadata';
import { Container } from 'inversify';
import type { Provider } from './provider.ts';
import { type Dependency, type Deps, type Resolved, type Token, tokenOf } from './token.ts';

/** A provider and who declared it, so that refusals name both sides. */
export interface OwnedProvider {
  readonly owner: string;
  readonly provider: Provider;
}

/** Thrown when providers do not fit together; the message names tokens and owners. */
export class WiringError extends Error {
  override readonly name = 'WiringError';
}

/**
 * Holds created values. Values are made eagerly in order of declaration and dependency, and disposed
 * backwards; a disposer that throws does not keep the others from running.
 */
export class Scope {
  readonly #container: Container;
  readonly #parent: Scope | undefined;
  readonly #created: { readonly provider: Provider; readonly value: unknown }[] = [];
  readonly #known = new Set<symbol>();

  constructor(parent?: Scope) {
    this.#parent = parent;
    this.#container = new Container({
      defaultScope: 'Singleton',
      ...(parent ? { parent: parent.#container } : {}),
    });
  }

  has(wanted: Token<unknown>): boolean {
    return this.#known.has(wanted.key) || (this.#parent?.has(wanted) ?? false);
  }

  /** The value of a created token; a token without a provider is a programming error. */
  get<T>(dependency: Dependency<T>): T {
    const wanted = tokenOf(dependency);
    if (!this.has(wanted)) throw new WiringError(`nothing provides "${wanted.id}"`);
    return this.#container.get<T>(wanted.key);
  }

  resolve<D extends Deps>(deps: D): Resolved<D> {
    const entries = Object.entries(deps).map(([name, wanted]) => [name, this.get(wanted)] as const);
    return Object.freeze(Object.fromEntries(entries)) as Resolved<D>;
  }

  /** Creates all given providers; on failure everything created by this call is disposed again. */
  async create(providers: readonly OwnedProvider[]): Promise<void> {
    const from = this.#created.length;
    const ordered = inOrder(providers, (wanted) => this.has(wanted));
    try {
      for (const { provider } of ordered) await this.#createOne(provider);
    } catch (error) {
      await this.#disposeFrom(from);
      throw error;
    }
  }

  async #createOne(provider: Provider): Promise<void> {
    const { token, deps, create } = provider;
    this.#container
      .bind(token.key)
      .toResolvedValue(
        create,
        deps.map((dependency) => dependency.key),
      )
      .inSingletonScope();
    const value = await this.#container.getAsync(token.key);
    this.#known.add(token.key);
    this.#created.push({ provider, value });
  }

  /** Disposes everything, last created first; collects what disposers threw. */
  async dispose(): Promise<void> {
    await this.#disposeFrom(0);
  }

  async #disposeFrom(index: number): Promise<void> {
    const failures: unknown[] = [];
    for (const { provider, value } of this.#created.splice(index).reverse()) {
      this.#known.delete(provider.token.key);
      try {
        await provider.dispose?.(value);
      } catch (error) {
        failures.push(error);
      }
      await this.#container.unbind(provider.token.key);
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some disposers failed');
  }
}

function inOrder(
  providers: readonly OwnedProvider[],
  isKnown: (wanted: Token<unknown>) => boolean,
): readonly OwnedProvider[] {
  const byKey = new Map<symbol, OwnedProvider>();
  for (const owned of providers) {
    const other = byKey.get(owned.provider.token.key);
    if (other ?? isKnown(owned.provider.token))
      throw new WiringError(
        `"${owned.provider.token.id}" is provided twice: by ${other?.owner ?? 'an earlier module'} and by ${owned.owner}`,
      );
    byKey.set(owned.provider.token.key, owned);
  }
  const done = new Set<symbol>();
  const sorted: OwnedProvider[] = [];
  const visit = (owned: OwnedProvider, path: readonly string[]): void => {
    const { token, deps } = owned.provider;
    if (done.has(token.key)) return;
    if (path.includes(token.id))
      throw new WiringError(`cycle of providers: ${[...path, token.id].join(' -> ')}`);
    for (const dependency of deps) {
      const next = byKey.get(dependency.key);
      if (next) visit(next, [...path, token.id]);
      else if (!isKnown(dependency))
        throw new WiringError(
          `${owned.owner}: "${token.id}" needs "${dependency.id}", which nothing provides`,
        );
    }
    done.add(token.key);
    sorted.push(owned);
  };
  for (const owned of providers) visit(owned, []);
  return sorted;
}
