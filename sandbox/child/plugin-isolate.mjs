// @ts-check
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * One isolate: the shim, then the plugin. Only numbers and strings pass `post`; nothing it returns or
 * throws enters the isolate.
 * @typedef {{ memory_mb: number, requests: number, request_bytes: number, output_bytes: number,
 *   log_lines: number, triggers: number, actions: number, tools: number, isolate_calls: number,
 *   isolates: number, evaluate_ms: number, frame_bytes: number }} Limits
 */

const shimText = readFileSync(`${dirname(fileURLToPath(import.meta.url))}/shim.js`, 'utf8')
  .trimEnd()
  .replace(/;$/, '');

/** What isolated-vm says when it cut a script off. */
const CUT_OFF = 'Script execution timed out.';

/** The isolate itself came to an end: by its time or its memory. */
export class IsolateFault extends Error {
  /** @param {'timeout' | 'memory'} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/**
 * What plugin code left behind: a promise that was rejected and that nothing awaited. An author's ordinary
 * mistake, so it is an answer and no fault.
 * @typedef {{ name: string, code: string, message: string }} Unhandled
 */

export class PluginIsolate {
  calls = 0;
  #memoryMb;
  #isolate;
  /** @type {import('isolated-vm').Reference} */ #evaluate;
  /** @type {import('isolated-vm').Reference} */ #bind;
  /** @type {import('isolated-vm').Reference} */ #run;
  /** @type {import('isolated-vm').Reference} */ #reply;

  /**
   * @param {typeof import('isolated-vm')} ivm
   * @param {Limits} limits
   * @param {(type: number, id: number, text: string) => void} post
   */
  constructor(ivm, limits, post) {
    this.#memoryMb = limits.memory_mb;
    this.#isolate = new ivm.Isolate({
      memoryLimit: limits.memory_mb,
      onCatastrophicError: () => process.abort(),
    });
    const context = this.#isolate.createContextSync();
    const channel = new ivm.Callback(post, { sync: true });
    const bounds = JSON.stringify(limits);
    const entries = context.evalClosureSync(`'use strict'; return (${shimText})($0, ${bounds});`, [channel], {
      result: { reference: true },
      filename: 'shim.js',
    });
    const entry = (/** @type {number} */ index) => entries.getSync(index, { reference: true });
    this.#evaluate = entry(0);
    this.#bind = entry(1);
    this.#run = entry(2);
    this.#reply = entry(3);
    entries.release();
  }

  /** @param {string} code @param {number} timeoutMs */
  evaluate(code, timeoutMs) {
    return this.#enter(this.#evaluate, [code], timeoutMs);
  }

  /** @param {string} organizationId @param {number} timeoutMs */
  bind(organizationId, timeoutMs) {
    return this.#enter(this.#bind, [organizationId], timeoutMs);
  }

  /** @param {string} kind @param {string} name @param {string} input @param {number} timeoutMs */
  run(kind, name, input, timeoutMs) {
    this.calls += 1;
    return this.#enter(this.#run, [kind, name, input], timeoutMs);
  }

  /** @param {number} id @param {boolean} ok @param {string} text @param {number} timeoutMs */
  reply(id, ok, text, timeoutMs) {
    return this.#enter(this.#reply, [id, ok, text], timeoutMs);
  }

  dispose() {
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  /**
   * Lets the isolate run. Throws an `IsolateFault` when it was cut off; answers what it left rejected, else
   * null. A text the plugin chose never decides which: only the clock and the state of the isolate do.
   * @param {import('isolated-vm').Reference} entry
   * @param {(string | number | boolean)[]} args
   * @param {number} timeoutMs
   * @returns {Unhandled | null}
   */
  #enter(entry, args, timeoutMs) {
    const startedMs = performance.now();
    try {
      entry.applySync(undefined, args, { timeout: timeoutMs });
      return null;
    } catch (error) {
      if (this.#isolate.isDisposed)
        throw new IsolateFault('memory', `The isolate held more than ${this.#memoryMb} MB`);
      const message = error instanceof Error ? error.message : String(error);
      if (message === CUT_OFF && performance.now() - startedMs >= timeoutMs - 1)
        throw new IsolateFault('timeout', `No end within ${timeoutMs} ms`);
      const name = error instanceof Error ? error.name : 'Error';
      return {
        name: name.slice(0, 60),
        code: 'unhandled_rejection',
        message: `Nothing awaited a promise that was rejected: ${message.slice(0, 1000)}`,
      };
    }
  }
}
